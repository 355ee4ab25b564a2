import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { createFairQueue } from './fairness.ts'

/** Without a hash returns false after the same time. */
export type Verify = (secret: string, hash: string | undefined, clients?: readonly string[]) => Promise<boolean>

/** `clients`: addresses and accounts that the fair queue serves in turn. */
export interface Hasher {
  /** @throws TOO_MANY_TRIES when the queue is full */
  hash(secret: string, clients?: readonly string[]): Promise<string>
  verify: Verify
  /** No other hash is computed in this process meanwhile. @throws TOO_MANY_TRIES when the queue is full */
  exclusive<T>(work: (verify: Verify) => Promise<T>, clients?: readonly string[]): Promise<T>
}

/** OWASP's parameters for argon2id. Hashes contain theirs, so older ones stay valid after a change. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const HASH_BYTES = 32
const SALT_BYTES = 16
const WAITING_MAX = 30
const BUSY_SECONDS = 2

/** New hashes come first and have their own limit: a flood of logins must not stop registrations and resets, which SMS limits. */
const PRIORITY = { verify: 0, hash: 1 } as const

export interface HashAlgorithm {
  readonly hash: (secret: string) => Promise<string>
  readonly verify: Verify
}

export type HasherOptions = { waitingMax?: number; algorithm?: HashAlgorithm }

/** argon2id on Node's thread pool, one at a time per process. */
export function createHasher({ waitingMax = WAITING_MAX, algorithm = argon2id }: HasherOptions = {}): Hasher {
  const full = () => new AppError('TOO_MANY_TRIES', { retryAfter: BUSY_SECONDS })
  const queue = createFairQueue({ maxWaiting: waitingMax, full })
  const sharesOf = (clients: readonly string[] | undefined) => clients?.map((key) => ({ key }))
  return {
    hash: (secret, clients) =>
      queue.run(() => algorithm.hash(secret), { priority: PRIORITY.hash, clients: sharesOf(clients) }),
    verify: (secret, hash, clients) =>
      queue.run(() => algorithm.verify(secret, hash), { priority: PRIORITY.verify, clients: sharesOf(clients) }),
    exclusive: (work, clients) =>
      queue.run(() => work(algorithm.verify), { priority: PRIORITY.verify, clients: sharesOf(clients) }),
  }
}

const argon2id: HashAlgorithm = {
  async hash(secret) {
    const salt = randomBytes(SALT_BYTES)
    return formatHash(salt, await derive(secret, { salt, ...COST }))
  },
  async verify(secret, hash) {
    const stored = hash === undefined ? undefined : parseHash(hash)
    const derived = await derive(secret, stored ?? { salt: Buffer.alloc(SALT_BYTES), ...COST })
    return stored !== undefined && derived.length === stored.digest.length && timingSafeEqual(derived, stored.digest)
  },
}

type Salted = { salt: Buffer; memory: number; passes: number; parallelism: number }

const derive = (secret: string, { salt, memory, passes, parallelism }: Salted): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { message: secret, nonce: salt, memory, passes, parallelism, tagLength: HASH_BYTES }
    argon2('argon2id', options, (error, digest) => (error ? reject(error) : resolve(digest)))
  })

const unpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const formatHash = (salt: Buffer, digest: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(digest)}`

function parseHash(hash: string): (Salted & { digest: Buffer }) | undefined {
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
