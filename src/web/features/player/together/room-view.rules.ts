import type { Person } from '#contract/watching-together.ts'
import { IN_STEP_MS } from './follow.rules.ts'
import type { RoomState } from './room-client.ts'
import { missingOf, WAIT_SECONDS, type Waiting } from './wait.rules.ts'

/** DESIGN, picture 21b. */
type PersonMark = 'inStep' | 'reconnecting' | 'buffering' | 'here' | 'away' | 'gone' | 'paused'

export function markOf({ connected, left, condition }: Pick<Person, 'connected' | 'left' | 'condition'>): PersonMark {
  // Absent viewers send nothing; present ones wait for the start.
  if (condition === 'waiting') return connected ? 'here' : left ? 'gone' : 'away'
  if (!connected) return 'reconnecting'
  if (condition === 'buffering') return 'buffering'
  return condition === 'paused' ? 'paused' : 'inStep'
}

/** Also those whose connection is lost: they are waited for. */
export const isHere = (one: Person): boolean => !['away', 'gone'].includes(markOf(one))

/** By leaving or by losing the seat; a lost connection and an absent host do not count. */
export function leftSince(before: readonly Person[], now: readonly Person[], ownSeatId: string): Person[] {
  const here = new Set(now.filter(isHere).map(({ seatId }) => seatId))
  return before.filter((one) => !one.host && one.seatId !== ownSeatId && isHere(one) && !here.has(one.seatId))
}

export type RoomPill =
  | 'live'
  | 'alone'
  | 'waiting'
  | 'lost'
  | 'hostAway'
  | 'paused'
  | 'pausedAlone'
  | 'notBegun'
  | 'finished'

/** The card in the middle of the picture. */
export type RoomCard =
  | { readonly kind: 'over'; readonly why: 'ended' | 'removed' }
  | { readonly kind: 'begin' }
  | { readonly kind: 'hostAway' }
  /** Guests only: the host has the player's end screen. */
  | { readonly kind: 'finished' }
  | { readonly kind: 'wait'; readonly people: readonly Person[]; readonly endsIn: number | undefined }

interface RoomFacts extends Pick<RoomState, 'room' | 'link' | 'over'> {
  readonly isHost: boolean
  readonly seatId: string
  readonly isFinished: boolean
  readonly waiting: Waiting | undefined
  readonly now: number
  /** By the server's clock. */
  readonly serverNow: number
}

const isAway = (host: Person | undefined): boolean =>
  host !== undefined && (!host.connected || host.condition === 'waiting')

export function viewOf(facts: RoomFacts): { readonly pill: RoomPill; readonly card: RoomCard | undefined } {
  const { room, link, over, isHost } = facts
  if (over) return { pill: 'lost', card: { kind: 'over', why: over } }
  if (!room) return { pill: 'lost', card: undefined }
  if (room.version === 0) return { pill: 'notBegun', card: { kind: 'begin' } }
  if (facts.isFinished) return { pill: 'finished', card: isHost ? undefined : { kind: 'finished' } }
  const awaited = awaitedOf(facts)
  if (awaited) return { pill: 'waiting', card: { kind: 'wait', ...awaited } }
  const hostIsAway = !isHost && isAway(room.people.find(({ host }) => host))
  if (hostIsAway) return { pill: 'hostAway', card: room.playing ? undefined : { kind: 'hostAway' } }
  if (link === 'lost') return { pill: 'lost', card: undefined }
  if (!isHost) return { pill: room.playing ? 'live' : 'paused', card: undefined }
  if (room.people.some((one) => !one.host && isHere(one))) return { pill: 'live', card: undefined }
  return { pill: room.playing ? 'alone' : 'pausedAlone', card: undefined }
}

/** Guests infer it: the room stands still and a viewer is missing. */
function awaitedOf({ room, isHost, seatId, waiting, now, serverNow }: RoomFacts) {
  if (!room) return undefined
  if (isHost) {
    if (!waiting) return undefined
    const people = room.people.filter((one) => waiting.seatIds.includes(one.seatId))
    return people.length === 0 ? undefined : { people, endsIn: secondsTo(waiting.endsAt, now) }
  }
  const people = missingOf(room.people).filter((one) => one.seatId !== seatId)
  const endsAt = room.at + WAIT_SECONDS * 1000
  if (room.playing || people.length === 0 || serverNow > endsAt) return undefined
  return { people, endsIn: secondsTo(endsAt, serverNow) }
}

const secondsTo = (end: number | undefined, now: number): number | undefined =>
  end === undefined ? undefined : Math.max(0, Math.ceil((end - now) / 1000))

export function stepOf(
  people: readonly Person[],
  seatId: string,
): { readonly count: number; readonly drift: number; readonly isAll: boolean } | undefined {
  const here = people.filter((one) => one.seatId !== seatId && one.connected && one.condition !== 'waiting')
  if (here.length === 0) return undefined
  const inStep = here.filter(({ drift = 0, condition }) => Math.abs(drift) <= IN_STEP_MS && condition !== 'buffering')
  const drift = Math.max(0, ...inStep.map((one) => Math.abs(one.drift ?? 0)))
  return { count: inStep.length, drift, isAll: inStep.length === here.length }
}

/** `pill`: as the room's state. */
type StepView =
  | { readonly kind: 'pill' | 'alone' | 'inStepWithHost' | 'catchingUp' }
  | { readonly kind: 'entered'; readonly count: number }
  | { readonly kind: 'allInStep'; readonly count: number; readonly drift: number; readonly isAll: boolean }

interface StepFacts {
  readonly pill: RoomPill
  readonly people: readonly Person[]
  readonly seatId: string
  readonly isHost: boolean
  readonly isInStep: boolean
}

/** Never claims more than the room's state allows. */
export function stepViewOf({ pill, people, seatId, isHost, isInStep }: StepFacts): StepView {
  if (pill === 'finished' || pill === 'lost' || pill === 'hostAway') return { kind: 'pill' }
  if (!isHost && pill === 'notBegun') return { kind: 'pill' }
  if (!isHost) return { kind: isInStep ? 'inStepWithHost' : 'catchingUp' }
  const others = pill === 'notBegun' ? undefined : stepOf(people, seatId)
  if (others) return { kind: 'allInStep', ...others }
  const count = people.filter((one) => one.seatId !== seatId && one.connected).length
  return count > 0 ? { kind: 'entered', count } : { kind: 'alone' }
}

/** Seconds: `0.3`. At least 0.1: no player is exact. */
export const formatDrift = (ms: number): string => Math.max(0.1, Math.abs(ms) / 1000).toFixed(1)
