/** Runs a command where mounts have changed what it sees, and only it. */
import { basename, dirname } from "node:path";

/** Needs a kernel that lets this user have mounts of its own. */
export const CAN_MOUNT =
  Bun.spawnSync(["unshare", "-rm", "true"], { stderr: "ignore" }).exitCode === 0;

/** @param script shell commands that mount */
export function behindMounts(script: string, words: readonly string[]): string[] {
  return [
    "/usr/bin/env",
    "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
    "unshare",
    "-rm",
    "sh",
    "-c",
    `mount --make-rprivate / && ${script} && exec "$@"`,
    "sh",
    ...words,
  ];
}

/**
 * The executable where nothing can be written below the folders for temporary files. Executable and
 * `folder` may lie below those, so they are mounted where they can still be seen.
 * @returns the words to start it, and the place at which it sees `folder`
 */
export function withoutTemporary(
  executable: string,
  folder: string,
): { words: string[]; folder: string } {
  const places = { executable: "/mnt/program", folder: "/mnt/folder" };
  const script = [
    "mount -t tmpfs none /mnt",
    `mkdir ${places.executable} ${places.folder}`,
    `mount --bind ${dirname(executable)} ${places.executable}`,
    `mount --bind ${folder} ${places.folder}`,
    "mount -t tmpfs -o ro none /tmp",
    "mount -t tmpfs -o ro none /var/tmp",
    "cd /",
  ].join(" && ");
  const seen = `${places.executable}/${basename(executable)}`;
  return { words: behindMounts(script, [seen]), folder: places.folder };
}
