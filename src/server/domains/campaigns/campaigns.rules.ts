import { createHash } from 'node:crypto'
import type { CampaignState } from '#contract/campaigns.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import { newId } from '#server/kit/ids.ts'
import type { Translated } from './campaign-import.rules.ts'

type Instant = Temporal.Instant
type Window = { readonly startsAt: Instant | null; readonly endsAt: Instant | null }

/** Over at `endsAt`. */
export function stateOf({ startsAt, endsAt }: Window, now: Instant): CampaignState {
  if (startsAt && Temporal.Instant.compare(now, startsAt) < 0) return 'upcoming'
  return endsAt && Temporal.Instant.compare(now, endsAt) >= 0 ? 'ended' : 'running'
}

/** No regions means all. */
export const isOpenIn = (regions: readonly string[], region: string): boolean =>
  regions.length === 0 || regions.includes(region)

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Differs if the sentence differs in either language. */
export const sentenceVersion = (
  codeName: string,
  purpose: 'terms' | 'marketing',
  { zh_HK, en_US }: Translated,
): string =>
  createHash('sha256')
    .update(JSON.stringify([codeName, purpose, zh_HK, en_US]))
    .digest('hex')
    .slice(0, 16)

const NUMBER_LENGTH = 8
const inGroups = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

/** `K7QM-2XPD`. Grants no access. */
export const newSubmissionNumber = (): string => inGroups(newId().slice(0, NUMBER_LENGTH).toUpperCase())

export function normalizeSubmissionNumber(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return letters.length === NUMBER_LENGTH ? inGroups(letters) : typed
}

export const deletedBefore = (now: Instant): Instant => now.subtract({ hours: KEPT_DAYS.submissions * 24 })
