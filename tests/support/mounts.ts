/** Runs a command where mounts have changed what it sees, and only it. */

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
