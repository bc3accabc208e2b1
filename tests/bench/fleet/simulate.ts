/**
 * A fleet in simulated time: partners ask at random, replicas answer with their cores, one counter
 * and one database serve all of them, and the answers of one client are recorded one by one.
 */

/** Seconds that one request or answer takes of each part. */
export interface ServiceTimes {
  /** One script in the server that counts; it works on one at a time. */
  counterS: number;
  /** One answer on one core. */
  answerS: number;
  /** One commit in the database, alone. */
  commitS: number;
  /** Commits that the database does at once without slowing. */
  commitsAtOnce: number;
}

export interface Fleet {
  replicas: number;
  coresPerReplica: number;
  partners: number;
  /** First answers a second over all partners. */
  askedPerS: number;
  deadlineS: number;
  /** Simulated time; the first tenth is not counted. */
  seconds: number;
  seed: number;
}

export interface FleetFigures {
  answered: number;
  refused: number;
  p50S: number;
  p99S: number;
  /** Shares of the time in which each part was at work. */
  busy: { cores: number; counter: number; database: number; busiestClient: number };
}

const WARM_UP = 0.1;
const COUNTER_WAIT_S = 0.25;
/** Spread of an answer's time around its mean. */
const ANSWER_SPREAD = 0.3;
/** Partner number n asks in proportion to 1/n to this power: few are large. */
const SKEW = 0.8;

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Servers that take what comes in turn: when is each free? */
class Line {
  readonly #freeAt: Float64Array;
  busyS = 0;

  constructor(servers: number) {
    this.#freeAt = new Float64Array(servers);
  }

  /** When work that arrives could begin. */
  begins(atS: number): number {
    return Math.max(atS, this.#freeAt[this.#next()] ?? 0);
  }

  /** When it ends. */
  serve(atS: number, workS: number): number {
    const server = this.#next();
    const end = Math.max(atS, this.#freeAt[server] ?? 0) + workS;
    this.#freeAt[server] = end;
    this.busyS += workS;
    return end;
  }

  #next(): number {
    let first = 0;
    for (let at = 1; at < this.#freeAt.length; at++)
      if ((this.#freeAt[at] ?? 0) < (this.#freeAt[first] ?? 0)) first = at;
    return first;
  }
}

/** The sums of the partners' weights, for choosing one by a random number. */
function weightsOf(partners: number): Float64Array {
  const sums = new Float64Array(partners);
  let sum = 0;
  for (let at = 0; at < partners; at++) {
    sum += (at + 1) ** -SKEW;
    sums[at] = sum;
  }
  return sums.map((each) => each / sum);
}

function chosen(sums: Float64Array, random: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 1) < random) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Requests are followed in the order of their arrival; a balancer gives them out in turn. */
export function simulate(fleet: Fleet, times: ServiceTimes): FleetFigures {
  const { replicas, coresPerReplica, partners, askedPerS, deadlineS, seconds } = fleet;
  const random = randomOf(fleet.seed);
  const counter = new Line(1);
  const cores = Array.from({ length: replicas }, () => new Line(coresPerReplica));
  const database = new Line(times.commitsAtOnce);
  const clients = new Map<number, Line>();
  const sums = weightsOf(partners);
  const waits: number[] = [];
  let refused = 0;
  let turn = 0;
  for (let atS = 0; ; ) {
    atS -= Math.log(1 - random()) / askedPerS;
    if (atS > seconds) break;
    const counts = atS > seconds * WARM_UP;
    // A counter that is late is not waited for.
    const countedS = Math.min(counter.serve(atS, times.counterS), atS + COUNTER_WAIT_S);
    const replica = cores[turn++ % replicas] ?? new Line(1);
    const workS = times.answerS * (1 + ANSWER_SPREAD * (2 * random() - 1));
    if (replica.begins(countedS) + workS + times.commitS > atS + deadlineS) {
      if (counts) refused += 1;
      continue;
    }
    const computedS = replica.serve(countedS, workS);
    const partner = chosen(sums, random());
    const client = clients.get(partner) ?? new Line(1);
    clients.set(partner, client);
    // A commit holds its client's chain from its turn to its end.
    const turnS = database.serve(computedS, times.commitS) - times.commitS;
    const recordedS = client.serve(turnS, times.commitS);
    if (!counts) continue;
    if (recordedS > atS + deadlineS) refused += 1;
    else waits.push(recordedS - atS);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
  const busyClient = Math.max(0, ...[...clients.values()].map(({ busyS }) => busyS));
  return {
    answered: waits.length,
    refused,
    p50S: at(0.5),
    p99S: at(0.99),
    busy: {
      cores:
        cores.reduce((sum, each) => sum + each.busyS, 0) / (replicas * coresPerReplica * seconds),
      counter: counter.busyS / seconds,
      database: database.busyS / (times.commitsAtOnce * seconds),
      busiestClient: busyClient / seconds,
    },
  };
}
