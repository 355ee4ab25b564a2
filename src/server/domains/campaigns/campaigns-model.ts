import type { CampaignState } from '#contract/campaigns.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { Content, FormField } from './campaign-import.rules.ts'

type Instant = Temporal.Instant

export interface CampaignRow {
  readonly codeName: string
  readonly regions: readonly string[]
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly content: Content
}

export interface ListedCampaign extends CampaignRow {
  readonly withdrawn: boolean
  readonly submissions: number
}

export interface ShownLink {
  readonly label: string
  readonly to: string
}

/** `list`: the titles to choose from. */
export type ShownField = {
  readonly [T in FormField['type']]: {
    readonly type: T
    readonly name: string
    readonly label: string
    readonly hint: string
    readonly required: boolean
    readonly half: boolean
  } & (T extends 'text' | 'longText' ? { readonly min: number; readonly max: number } : unknown) &
    (T extends 'choice' ? { readonly choices: { value: string; label: string }[] } : unknown) &
    (T extends 'title' ? { readonly list: ProgramCard[] } : unknown)
}[FormField['type']]

interface ShownConsent {
  readonly version: string
  readonly text: string
  readonly links: ShownLink[]
}

/** With the titles that the viewer may see. */
export type ShownBlock =
  | {
      readonly kind: 'text'
      readonly title: string
      readonly paragraphs: string[]
      readonly steps: { title: string; text: string }[]
      readonly links: ShownLink[]
    }
  | {
      readonly kind: 'image'
      readonly imageURL: string
      readonly imageAlt: string
      readonly caption: string
      readonly to?: string
    }
  | { readonly kind: 'video'; readonly title: string; readonly program: ProgramCard }
  | {
      readonly kind: 'rows'
      readonly title: string
      readonly showLandscape: boolean
      readonly free: boolean
      readonly list: ProgramCard[]
    }
  | { readonly kind: 'code'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'form'
      readonly title: string
      readonly text: string
      readonly submitText: string
      readonly note: string
      readonly thanks: string
      readonly fields: ShownField[]
      readonly terms: ShownConsent
      readonly marketing?: ShownConsent
    }

export interface ShownCampaign {
  readonly codeName: string
  readonly state: CampaignState
  readonly kicker: string
  readonly title: string
  readonly lead: string
  readonly audience: string
  readonly endedText: string
  readonly imageURL: string
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly blocks: ShownBlock[]
}

export interface SubmissionDraft {
  readonly codeName: string
  readonly submissionId: string
  readonly answers: Readonly<Record<string, string>>
  readonly agreeTerms: boolean
  readonly termsVersion: string
  readonly marketingVersion?: string | undefined
}

/** A visitor's device is as the client claims. */
export interface SubmissionSource {
  readonly address: string
  readonly deviceSerial: string | undefined
}

/** Readable without opening the submission. */
export interface Submission {
  readonly submissionNumber: string
  readonly codeName: string
  readonly accountId: string | null
  readonly language: Language
  readonly termsVersion: string
  readonly marketingVersion: string | null
  readonly submittedAt: Instant
  /** By an operator, the first time. */
  readonly openedAt: Instant | null
  readonly imageFields: readonly string[]
}

export interface Answer {
  readonly name: string
  readonly label: string
  readonly value: string
}

/** With the sentences that the sender agreed to. */
export interface OpenedSubmission extends Submission {
  readonly answers: readonly Answer[]
  readonly termsText: string
  readonly marketingText: string | null
}
