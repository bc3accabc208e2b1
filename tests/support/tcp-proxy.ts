/** The way to a server, which a test leads elsewhere, cuts, or lets nothing pass on. */
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  port: number;
  /** New connections go to this port. */
  lead(port: number): void;
  /** Ends every connection at once. */
  cut(): void;
  /** Holds back every byte in both directions, as a cable that was pulled does. */
  hold(held: boolean): void;
  stop(): void;
}

export async function startProxy(target: number): Promise<TcpProxy> {
  let to = target;
  let held = false;
  const sockets = new Set<Socket>();

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    if (held) socket.pause();
  }

  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    near.pipe(far);
    far.pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    keep(near);
    keep(far);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    lead(port) {
      to = port;
    },
    cut,
    hold(now) {
      held = now;
      for (const socket of sockets) held ? socket.pause() : socket.resume();
    },
    stop() {
      cut();
      server.close();
    },
  };
}
