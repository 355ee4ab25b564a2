import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import PQueue from 'p-queue'
import { AppError } from '#contract/errors.ts'

/** OWASP's figures for argon2id; a change of them is taken up at the next sign-in, as each hash names its own. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const HASH_BYTES = 32
const SALT_BYTES = 16
/** Hashes that may wait, about two seconds' worth; more are refused. */
const WAITING_MAX = 30
const BUSY_SECONDS = 2

/** Verifies a secret; without a hash it takes as long as with a wrong one. */
export type Verify = (secret: string, hash: string | undefined) => Promise<boolean>

/** Hashes passwords and codes. */
export interface Hasher {
  /** @throws TOO_MANY_TRIES when too many wait */
  hash(secret: string): Promise<string>
  /** @throws TOO_MANY_TRIES when too many wait */
  verify: Verify
  /**
   * Runs `work` alone in this process: no other hash is made until it ends. What it reads before `verify` still holds after it,
   * as far as this process goes. @throws TOO_MANY_TRIES when too many wait
   */
  exclusive<T>(work: (verify: Verify) => Promise<T>): Promise<T>
}

/** How a secret is hashed and verified, without a queue. */
export interface HashAlgorithm {
  readonly hash: (secret: string) => Promise<string>
  readonly verify: Verify
}

export type HasherOptions = { waitingMax?: number; algorithm?: HashAlgorithm }

/** argon2id on Node's thread pool: off the event loop, one at a time in a process, a bounded number waiting. */
export function createHasher({ waitingMax = WAITING_MAX, algorithm = argon2id }: HasherOptions = {}): Hasher {
  const queue = new PQueue({ concurrency: 1 })

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (queue.size >= waitingMax) throw new AppError('TOO_MANY_TRIES', { retryAfter: BUSY_SECONDS })
    return queue.add(work)
  }

  return {
    hash: (secret) => run(() => algorithm.hash(secret)),
    verify: (secret, hash) => run(() => algorithm.verify(secret, hash)),
    exclusive: (work) => run(() => work(algorithm.verify)),
  }
}

const argon2id: HashAlgorithm = {
  async hash(secret) {
    const salt = randomBytes(SALT_BYTES)
    return written(salt, await derive(secret, { salt, ...COST }))
  },
  async verify(secret, hash) {
    const kept = hash === undefined ? undefined : read(hash)
    const derived = await derive(secret, kept ?? { salt: Buffer.alloc(SALT_BYTES), ...COST })
    return kept !== undefined && derived.length === kept.digest.length && timingSafeEqual(derived, kept.digest)
  },
}

type Salted = { salt: Buffer; memory: number; passes: number; parallelism: number }

const derive = (secret: string, { salt, memory, passes, parallelism }: Salted): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { message: secret, nonce: salt, memory, passes, parallelism, tagLength: HASH_BYTES }
    argon2('argon2id', options, (error, digest) => (error ? reject(error) : resolve(digest)))
  })

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** The PHC string format. */
const written = (salt: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(salt)}$${plain(digest)}`

function read(hash: string): (Salted & { digest: Buffer }) | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!found) return undefined
  const [, memory, passes, parallelism, salt = '', digest = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}
