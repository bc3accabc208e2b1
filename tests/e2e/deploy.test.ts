/**
 * Guarantee: the shipped files for container engines and systemd work as written. The test needs no
 * container engine: it builds the image's layout from the Dockerfile and runs the executable in it
 * as the image's user, with a read-only root and a fresh volume.
 *
 * @slow it drives the executable
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/support/temporary-folder.ts";
import { EXECUTABLE, HAS_EXECUTABLE } from "../support/executable.ts";
import { run } from "../support/program.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const folder = temporaryFolder("deploy");
afterAll(() => folder.remove());
const TEST_MS = 300_000;

/** Instructions of the image that is shipped: those of the last stage. */
const instructions = read("Dockerfile")
  .split("\n")
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ word: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
const shipped = instructions.slice(instructions.findLastIndex(({ word }) => word === "FROM"));
const last = (word: string) => shipped.findLast((each) => each.word === word)?.rest ?? "";

const imageDefaults = Object.fromEntries(
  instructions.filter(({ word }) => word === "ARG").map(({ rest }) => rest.split("=")),
) as Record<string, string>;

const [user = "", group = ""] = last("USER").split(":");
const environment = last("ENV").split(" ");
const volume = last("VOLUME");
const entrypoint: string[] = JSON.parse(last("ENTRYPOINT"));
const command: string[] = JSON.parse(last("CMD"));
const healthcheck: string[] = JSON.parse(last("HEALTHCHECK").replace(/^.*CMD /, ""));

describe("the Dockerfile", () => {
  test("builds from the digests that it is given, and from no image beside them", () => {
    const digest = (name: string) => `registry.example/${name}@sha256:${"0".repeat(64)}`;
    const given: Record<string, string> = {
      BUN_IMAGE: digest("bun"),
      RUNTIME_IMAGE: digest("runtime"),
    };
    const stages = instructions
      .filter(({ word }) => word === "FROM")
      .map(
        ({ rest }) =>
          rest.replace(/\$\{(\w+)\}/g, (_, name) => given[name] ?? "").split(" AS ")[0] ?? "",
      );
    expect(stages).toEqual(Object.values(given));
    // An ARG above the first FROM is all that a FROM can see.
    const first = instructions.findIndex(({ word }) => word === "FROM");
    expect(Object.keys(imageDefaults)).toEqual(Object.keys(given));
    expect(instructions.slice(0, first).map(({ word }) => word)).toEqual(["ARG", "ARG"]);
    expect(imageDefaults.BUN_IMAGE).toContain(`:${JSON.parse(read("package.json")).engines.bun}-`);
  });

  test("runs as a user without rights, who owns the volume", () => {
    expect(Number(user)).toBeGreaterThan(0);
    const made = shipped.find(({ word, rest }) => word === "COPY" && rest.endsWith(` ${volume}`));
    expect(made?.rest).toContain(`--chown=${user}:${group} --chmod=0700`);
    expect(environment).toContain(`PHASEWISE_DATA_DIR=${volume}`);
  });

  test("asks for readiness without a shell", () => {
    expect(healthcheck).toEqual([...entrypoint, "health"]);
    expect(command).toEqual(["serve"]);
  });
});

const CAN_CHANGE_ROOT =
  process.getuid?.() === 0 &&
  Bun.spawnSync(["unshare", "-m", "true"], { stderr: "ignore" }).exitCode === 0;

describe.skipIf(!HAS_EXECUTABLE || !CAN_CHANGE_ROOT)("the image's layout", () => {
  /**
   * Libraries of this machine in the place of the base image's; nothing else is there, no /tmp
   * either.
   */
  const script = `
    set -e
    exe=$1; new=$2; shift 2
    mount --make-rprivate /
    mount -t tmpfs -o size=10m none "$new"
    for dir in lib lib64 usr/lib; do
      [ -d "/$dir" ] && mkdir -p "$new/$dir" && mount --bind -o ro "/$dir" "$new/$dir"
    done
    mkdir -p "$new/proc" "$new/dev" "$new/usr/local/bin" "$new${volume}"
    mount -t proc none "$new/proc"
    for dev in null urandom random zero; do touch "$new/dev/$dev"; mount --bind "/dev/$dev" "$new/dev/$dev"; done
    touch "$new${entrypoint[0]}"
    mount --bind "$exe" "$new${entrypoint[0]}"
    mount -t tmpfs -o size=900m,mode=0700,uid=${user},gid=${group} none "$new${volume}"
    mount -o remount,ro "$new"
    in_image() { chroot --userspec=${user}:${group} "$new" "$@"; }
    in_image ${entrypoint[0]} keys issue --tenant oura --environment sandbox --json
    in_image ${entrypoint[0]} consent activate sandbox-oura
    in_image ${[...entrypoint, ...command].join(" ")} > "$OUT/out" 2> "$OUT/err" &
    child=$!
    in_image ${healthcheck.join(" ")} > /dev/null 2>&1 && echo "healthy too early"
    for try in $(seq 150); do
      if in_image ${healthcheck.join(" ")} > /dev/null 2>&1; then echo healthy; break; fi
      sleep 0.5
    done
    if in_image ${entrypoint[0]} doctor --json; then echo; fi
    kill -TERM $(cat /proc/$child/task/$child/children) 2> /dev/null || kill -TERM $child
    code=0; wait $child || code=$?
    echo "ended $code"
  `;

  test(
    "is healthy on a fresh volume and ends in order",
    async () => {
      const layout = join(folder.path, "image");
      Bun.spawnSync(["mkdir", layout]);
      const { code, stdout, stderr } = await run([
        "/usr/bin/env",
        ...environment,
        "PHASEWISE_PORT=18471",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        `OUT=${folder.path}`,
        "unshare",
        "-mn",
        "sh",
        "-c",
        `ip link set lo up\n${script}`,
        "sh",
        EXECUTABLE,
        layout,
      ]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(readFileSync(join(folder.path, "err"), "utf8")).toContain('"service ready"');
      const lines = stdout.trim().split("\n");
      expect(lines).toContain("sandbox-oura: active");
      expect(lines).toContain("healthy");
      expect(lines).not.toContain("healthy too early");
      expect(JSON.parse(lines.find((line) => line.startsWith('{"ok"')) ?? "{}")).toMatchObject({
        ok: true,
      });
      expect(lines.at(-1)).toBe("ended 0");
    },
    TEST_MS,
  );
});

describe("the compose file", () => {
  const compose = Bun.YAML.parse(read("deploy/compose/compose.yaml")) as {
    services: { phasewise: Record<string, unknown> };
    volumes: Record<string, unknown>;
  };
  const service = compose.services.phasewise;

  test("takes rights away and keeps the data in a volume", () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      volumes: [`data:${volume}`],
    });
    expect(Object.keys(compose.volumes)).toEqual(["data"]);
  });

  test("hands digests on to the build, and knows the same images without", () => {
    const { args } = service.build as { args: Record<string, string> };
    const expected = Object.entries(imageDefaults).map(([name, image]) => [
      name,
      `\${${name}:-${image}}`,
    ]);
    expect(args).toEqual(Object.fromEntries(expected));
  });

  test("opens the port on this machine alone", () => {
    for (const port of service.ports as string[]) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe.skipIf(Bun.which("systemd-analyze") === null)("the systemd unit", () => {
  const unit = read("deploy/systemd/phasewise.service");
  // Wherever the tests run there is some program to start.
  const path = join(folder.path, "phasewise.service");
  writeFileSync(path, unit.replaceAll("/usr/local/bin/phasewise", process.execPath));

  test(
    "is understood without a word",
    async () => {
      expect(await run(["systemd-analyze", "verify", path])).toEqual({
        code: 0,
        stdout: "",
        stderr: "",
      });
    },
    TEST_MS,
  );

  test(
    "is hardened, but for code that is made while it runs",
    async () => {
      const { stdout } = await run(["systemd-analyze", "security", "--offline=true", path]);
      const exposure = Number(/Overall exposure level for \S+: (\d+\.\d)/.exec(stdout)?.[1]);
      expect(exposure).toBeLessThan(2);
      expect(unit).toContain("MemoryDenyWriteExecute=no");
    },
    TEST_MS,
  );
});

test("no dependency may run a program when it is installed", () => {
  expect(JSON.parse(read("package.json")).trustedDependencies).toEqual([]);
});
