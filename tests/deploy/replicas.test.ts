/**
 * Guarantee: the chart and the Compose file for several replicas ask for settings that exist, keep
 * the hardening of the single service, and refuse values that could not work.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import * as secrets from "../../src/config/secrets.ts";
import * as config from "../../src/config/settings.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { SERVE_SETTINGS } from "../../src/service/serve-settings.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const CHART = "deploy/helm/phasewise";
const { SETTINGS } = config;
const flags = SERVE_SETTINGS.map((name) => SETTINGS[name]);
/** Variables that the program reads, and one that Bun reads. */
const VARIABLES = [
  ...flags.map(({ env }) => env),
  ...Object.entries({ ...config, ...secrets })
    .filter(([name]) => name.endsWith("_ENV"))
    .map(([, value]) => String(value)),
  "NODE_EXTRA_CA_CERTS",
];
/** What the chart sets itself, and files that no value brings into a pod. */
const NOT_VALUES = [
  "data-dir",
  "host",
  "port",
  "metrics-port",
  "corpus-trust",
  "state-password-file",
  "rate-limit-password-file",
  "origin-secret-file",
  "tls-cert",
  "tls-key",
  "deprecations-file",
  // The console answers on its own machine only.
  "console-port",
  "console-host",
  "console-queries",
];

// biome-ignore lint/suspicious/noExplicitAny: manifests are asserted member by member
type Yaml = any;

describe("the chart", () => {
  const values: Yaml = Bun.YAML.parse(read(`${CHART}/values.yaml`));
  const schema: Yaml = JSON.parse(read(`${CHART}/values.schema.json`));
  const templates = readdirSync(join(root, CHART, "templates")).map(
    (name) => [name, read(`${CHART}/templates/${name}`)] as const,
  );
  const allows = new Ajv({ strict: false }).compile(schema);
  const changed = (change: Yaml): Yaml => ({ ...values, ...change });

  test("allows its own values, and every value has a place in the schema", () => {
    expect([allows(values), allows.errors]).toEqual([true, null]);
    expect(Object.keys(values).sort()).toEqual(
      Object.keys(schema.properties)
        .filter((name) => name !== "global")
        .sort(),
    );
  });

  test("offers each setting of serve that a pod can have, under its flag", () => {
    expect(Object.keys(schema.properties.settings.properties).sort()).toEqual(
      flags
        .map(({ flag }) => flag as string)
        .filter((flag) => !NOT_VALUES.includes(flag))
        .sort(),
    );
    // The template makes the variable of a flag by this rule.
    for (const { flag, env } of flags)
      expect(env).toBe(`PHASEWISE_${flag.toUpperCase().replaceAll("-", "_")}`);
  });

  test.each([
    ["an unknown value", { replica: 2 }],
    ["an unknown setting", { settings: { ...values.settings, "rate-limit": "x" } }],
    ["a secret among the settings", { settings: { ...values.settings, "origin-secret": "x" } }],
    ["several replicas without a shared state", { settings: { "rate-limit-url": "redis://a" } }],
    ["several replicas without a shared limit", { settings: { state: "postgres://a@b/c" } }],
    [
      "a corpus whose signer is not named",
      { settings: { ...values.settings, "corpus-url": "s3://abc" } },
    ],
    ["a moving tag", { image: { ...values.image, tag: "latest" } }],
    ["half a digest", { image: { ...values.image, digest: "sha256:12" } }],
    ["a private key", { corpusTrust: "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----" }],
    [
      "autoscaling over one file of state",
      { replicas: 1, settings: {}, autoscaling: { enabled: true } },
    ],
  ])("refuses %s", (_, change) => {
    expect(allows(changed(change))).toBeFalse();
  });

  test("allows one replica with state of its own, and another gateway that counts", () => {
    expect(allows(changed({ replicas: 1, settings: {} }))).toBeTrue();
    const settings = { state: "postgres://a@b/c", gateway: "external" };
    expect(allows(changed({ settings }))).toBeTrue();
  });

  test("uses values that exist and variables that the program reads", () => {
    for (const [name, text] of templates) {
      for (const [, path = ""] of text.matchAll(/\.Values((?:\.\w+)+)/g)) {
        const found = path
          .slice(1)
          .split(".")
          .reduce((at: Yaml, part) => at?.[part], values);
        expect([name, path, found !== undefined]).toEqual([name, path, true]);
      }
      for (const [, variable = ""] of text.matchAll(/- name: ([A-Z_]+)\n/g))
        expect([variable, VARIABLES.includes(variable)]).toEqual([variable, true]);
    }
    for (const [, variable = ""] of read(`${CHART}/values.yaml`).matchAll(
      /\b((?:PHASEWISE|AWS)_\w+)/g,
    ))
      expect([variable, VARIABLES.includes(variable)]).toEqual([variable, true]);
  });

  test("is YAML with every part in, and as hardened as the unit of systemd", () => {
    const manifests: Yaml[] = templates
      .filter(([name]) => name.endsWith(".yaml"))
      .map(([, text]) => Bun.YAML.parse(filled(text)));
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
      "Service",
    ]);
    const { spec } = manifests.find(({ kind }) => kind === "Deployment").spec.template;
    const [container] = spec.containers;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      privileged: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.readinessProbe.httpGet.path).toBe(OPERATIONS.readiness.path);
    for (const probe of [container.livenessProbe, container.startupProbe])
      expect(probe.httpGet.path).toBe(OPERATIONS.liveness.path);
    expect(values.autoscaling.enabled).toBeFalse();
    const [user] = /^USER (.+)$/m.exec(read("Dockerfile"))?.slice(1) ?? [];
    expect(user).toBe(`${spec.securityContext.runAsUser}:${spec.securityContext.runAsGroup}`);
  });

  test("names the version of the program", () => {
    const { appVersion } = Bun.YAML.parse(read(`${CHART}/Chart.yaml`)) as Yaml;
    const { version } = JSON.parse(read("package.json"));
    expect([appVersion, values.image.tag]).toEqual([version, version]);
  });

  const helm = Bun.which("helm");
  if (helm === null) process.stderr.write("helm is not installed: its own lint is skipped\n");
  test.skipIf(helm === null)("passes helm's own lint and renders", () => {
    for (const words of [
      ["lint", "--strict"],
      ["template", "phasewise"],
    ]) {
      const { exitCode, stderr } = Bun.spawnSync([helm ?? "", ...words, join(root, CHART)]);
      expect([words, stderr.toString(), exitCode]).toEqual([words, "", 0]);
    }
  });
});

/** A template with a word in place of each expression, and everything optional in it. */
function filled(template: string): string {
  return template
    .split("\n")
    .filter((line) => !/^\s*\{\{-? (?:if|end|with|range|include|toYaml|else)\b.*\}\}$/.test(line))
    .filter((line) => !/^\s*\{\{-? toYaml/.test(line))
    .map((line) => line.replace(/\{\{.*?\}\}/g, "x"))
    .join("\n");
}

describe("the Compose file", () => {
  const file: Yaml = Bun.YAML.parse(read("deploy/compose/replicas.yaml"));
  const { phasewise: single } = (Bun.YAML.parse(read("deploy/compose/compose.yaml")) as Yaml)
    .services;
  const replicas: Yaml[] = [file.services.one, file.services.two];

  test("starts two replicas as hardened as the single service, each with its own volume", () => {
    for (const replica of replicas)
      for (const member of [
        "read_only",
        "cap_drop",
        "security_opt",
        "stop_grace_period",
        "ulimits",
      ])
        expect(replica[member]).toEqual(single[member]);
    const [one, two] = replicas.map(({ volumes }) => volumes);
    expect(one).not.toEqual(two);
    for (const volume of [...one, ...two] as string[])
      expect(file.volumes).toHaveProperty(volume.replace(/:.*/, ""));
  });

  test("sets variables that the program reads, with secrets from the environment only", () => {
    for (const [variable, value] of Object.entries<string>(replicas[0].environment)) {
      expect([variable, VARIABLES.includes(variable)]).toEqual([variable, true]);
      if (/PASSWORD|SECRET|KEY_ID/.test(variable)) expect(value).toMatch(/^\$\{\w+:\?\}$/);
    }
    const needed = read("deploy/compose/replicas.yaml").match(/(?<=\$\{)\w+(?=:\?\})/g) ?? [];
    const offered: string[] = read("deploy/compose/secrets.env.example").match(/^\w+(?==)/gm) ?? [];
    expect(offered.sort()).toEqual([...new Set<string>(needed)].sort());
  });

  test("has values that the program's settings accept", () => {
    for (const { env, parse } of flags) {
      const value = replicas[0].environment[env];
      if (value !== undefined) expect(() => parse(value)).not.toThrow();
    }
  });

  test("names every image by a tag that does not move much, and lets a release pin it", () => {
    const args = Object.entries<string>(replicas[0].build.args);
    const images = Object.values<Yaml>(file.services).flatMap(({ image }) => image);
    const named = [
      ...args.map(([, each]) => each),
      ...images.filter((image) => image !== "phasewise"),
    ];
    for (const image of named) expect(image).toMatch(/^\$\{[A-Z_]+:-[\w./-]+:[\w.-]+\}$/);
    expect(named.join()).not.toContain(":latest");
    expect(args).toEqual(Object.entries<string>(single.build.args));
  });
});
