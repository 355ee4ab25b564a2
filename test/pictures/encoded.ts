import { readFile } from 'node:fs/promises'
import { until } from '../support/processes.ts'
import { world } from '../e2e/support/world.ts'

interface Detail {
  program: { access: string; trailer?: object }
}

/** The free films of the demo, which its small edition has. */
export async function freeTitles(): Promise<string[]> {
  const titles = JSON.parse(await readFile('seed/titles.json', 'utf8')) as { id: string; vodTypes: string[] }[]
  return titles.filter(({ vodTypes }) => vodTypes.includes('free')).map(({ id }) => id)
}

/** Waits until films are encoded, and the trailers of some: lists and details say which are not. */
export async function encoded(films: readonly string[], trailers: readonly string[] = []): Promise<void> {
  for (const id of films) {
    const isReady = async () => {
      const answer = await fetch(`${world.url}/api_v2/revamp/detail?programId=${id}`)
      const { program } = (await answer.json()) as Detail
      return program.access === 'play' && (program.trailer !== undefined || !trailers.includes(id))
    }
    await until(isReady, { what: `the film of ${id}`, seconds: 1_200 })
  }
}
