/**
 * A `Host` header that names this machine. Behind a tunnel the port may be another one, so any port
 * counts.
 */
export const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
