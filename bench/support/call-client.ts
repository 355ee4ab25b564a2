import { performance } from 'node:perf_hooks'

/** A call of the API, by a member or a visitor. */
export interface Call {
  path: string
  token?: string | undefined
}

/** What `bench/catalogue` has a process of its own call, one call after another. */
export interface CallOrder {
  origin: string
  /** Not measured: connections, prepared statements and the index of the lists are made by the first calls. */
  before: readonly Call[]
  calls: readonly Call[]
}

process.once('message', (order: CallOrder) => {
  void measureAll(order).then((milliseconds) => process.send?.(milliseconds, () => process.disconnect?.()))
})

/** @returns for each call the milliseconds until the whole response was there */
async function measureAll({ origin, before, calls }: CallOrder): Promise<number[]> {
  for (const call of before) await measure(origin, call)
  const took: number[] = []
  for (const call of calls) took.push(await measure(origin, call))
  return took
}

async function measure(origin: string, { path, token }: Call): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const bytes = await response.arrayBuffer()
  const milliseconds = performance.now() - startMs
  const body = JSON.parse(Buffer.from(bytes).toString('utf8')) as { result: string }
  if (body.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(body)}`)
  return milliseconds
}
