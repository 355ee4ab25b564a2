import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type KyselyConfig } from 'kysely'

interface Hold {
  isOver: boolean
}

/**
 * Who holds a connection of a pool. Work in a transaction that asks its pool for another one waits until somebody gives one back; as many
 * of them at once as the pool has connections wait for each other for ever. So each asks for what it holds: `tx`, not `db`.
 */
export function createHeldConnections() {
  const holds = new AsyncLocalStorage<Hold>()
  return { hold, isHeld: () => holds.getStore()?.isOver === false }

  /** Runs the work of one connection. What it leaves running is on its own afterwards. */
  async function hold<T>(work: () => Promise<T>): Promise<T> {
    const own: Hold = { isOver: false }
    try {
      return await holds.run(own, work)
    } finally {
      own.isOver = true
    }
  }
}

export type HeldConnections = ReturnType<typeof createHeldConnections>

/** A database whose transactions are known to hold their connection. */
export class HoldingKysely<DB> extends Kysely<DB> {
  readonly #held: HeldConnections

  constructor(config: KyselyConfig, held: HeldConnections) {
    super(config)
    this.#held = held
  }

  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((work) => execute((tx) => this.#held.hold(() => work(tx)))) as typeof execute,
    })
  }

  override connection() {
    const builder = super.connection()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((work) => execute((db) => this.#held.hold(() => work(db)))) as typeof execute,
    })
  }
}
