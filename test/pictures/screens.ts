import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { serveChineseFont } from '../support/chinese-font.ts'
import { addProfile, chooseProfile, logInAsDemo, memberStorage, profilesOf, register } from '../e2e/support/members.ts'
import { consoleWorks } from './console.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { encoded } from './encoded.ts'
import { type Scene, SCENES, takeScene } from './scenes.ts'
import { type Studio, takeWalk } from './take.ts'
import { allWalks, type Screen } from './targets.ts'

const { SCREENS_OUT = 'screens', SCREENS_ONLY = '', SCREENS_WIDTH, SCREENS_STATE } = process.env
/** What the screens of the player show. */
const PLAYED = ['tram', 'islands']
/** Tabs at a time. */
const TABS = 2

/** Names and paths; none: everything. */
const ONLY = SCREENS_ONLY.toLowerCase().split(',').filter(Boolean)

const isWanted = ({ name, address = '' }: { name: string; address?: string }) =>
  ONLY.length === 0 || ONLY.some((one) => one === name.toLowerCase() || one === address.split('?')[0]!.toLowerCase())

const isPlayed = ({ address }: { address: string }) =>
  address.startsWith(PATHS.play) || address.startsWith(PATHS.playDrama)

async function sessions(): Promise<Studio['sessions']> {
  const [member, newcomer, parent] = await Promise.all([logInAsDemo('history'), register(), register()])
  const own = async (viewer: typeof member) => {
    const [profile] = await profilesOf(viewer)
    return memberStorage(viewer, { profile: await chooseProfile(viewer, profile!) })
  }
  const child = await chooseProfile(parent, await addProfile(parent, '小寶', true))
  return {
    visitor: undefined,
    member: await own(member),
    newcomer: await own(newcomer),
    kids: memberStorage(parent, { profile: child }),
  }
}

/** Runs the works in a few tabs at a time. @returns the messages of those that failed */
async function inTabs(works: readonly (() => Promise<void>)[]): Promise<string[]> {
  const left = [...works]
  const failures: string[] = []
  const run = async () => {
    for (let work = left.shift(); work; work = left.shift())
      await work().catch((error: Error) => void failures.push(error.message))
  }
  await Promise.all(Array.from({ length: TABS }, run))
  return failures
}

test('takes a picture of every screen', async () => {
  const font = await serveChineseFont()
  onTestFinished(() => font.close())
  const width = SCREENS_WIDTH ? Number(SCREENS_WIDTH) : undefined
  const studio: Studio = { out: SCREENS_OUT, width, font: font.parts, sessions: await sessions() }
  const pictures: Picture[] = []
  const add = (picture: Picture) => void pictures.push(picture)
  const worksOf = (wanted: (screen: Screen | Scene) => boolean) => [
    ...allWalks(wanted)
      .filter(({ size }) => !width || (size === 'phone') === width < 768)
      .filter(({ state }) => !SCREENS_STATE || state === SCREENS_STATE)
      .map((walk) => () => takeWalk(studio, walk, add)),
    ...(SCREENS_STATE && SCREENS_STATE !== 'ready' ? [] : SCENES.filter(wanted)).map(
      (scene) => () => takeScene(studio, scene, add),
    ),
  ]
  const works = worksOf((one) => isWanted(one) && !isPlayed(one))
  const playing = worksOf((one) => isWanted(one) && isPlayed(one))
  const consoles = SCREENS_STATE && SCREENS_STATE !== 'ready' ? [] : consoleWorks(studio, isWanted, add)
  expect([...works, ...playing, ...consoles], `no screen is called ${SCREENS_ONLY}`).not.toEqual([])
  const failures = await inTabs([...works, ...consoles])
  // The demo's films are encoded meanwhile.
  if (playing.length > 0) await encoded(PLAYED).catch((error: Error) => void failures.push(error.message))
  failures.push(...(await inTabs(playing)))
  await mkdir(SCREENS_OUT, { recursive: true })
  const sorted = pictures.toSorted((a, b) => a.name.localeCompare(b.name) || a.caption.localeCompare(b.caption))
  await writeFile(join(SCREENS_OUT, 'index.html'), contactSheet(sorted))
  process.stdout.write(`${pictures.length} pictures: ${join(SCREENS_OUT, 'index.html')}\n`)
  expect(failures).toEqual([])
}, 5_400_000)
