/** The URL of a service at a host, which may be an IPv6 address, and a port. */
export function urlOf(host: string, port: number | undefined, scheme = "http"): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
