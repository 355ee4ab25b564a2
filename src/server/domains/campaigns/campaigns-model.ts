import type { CampaignState } from '#contract/campaigns.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { Language } from '#contract/languages.ts'
import type { Answer } from './answers.rules.ts'
import type { Content, FormField } from './campaign-import.rules.ts'

type Instant = Temporal.Instant

/** A campaign as it is kept. */
export interface CampaignRow {
  readonly codeName: string
  readonly regions: readonly string[]
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
  readonly content: Content
}

/** A campaign as operators list it. */
export interface ListedCampaign extends CampaignRow {
  readonly withdrawn: boolean
  /** Submissions that are kept. */
  readonly submissions: number
}

export interface ShownLink {
  readonly label: string
  readonly to: string
}

/** A question of a form in the viewer's language; `list` are the titles that may be answered. */
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

/** A block in the viewer's language, with titles that the viewer may see. */
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

/** A campaign for one viewer. */
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

/** A form as it is sent. */
export interface SubmissionDraft {
  readonly codeName: string
  readonly submissionId: string
  readonly answers: Readonly<Record<string, string>>
  readonly agreeTerms: boolean
  readonly termsVersion: string
  readonly marketingVersion?: string | undefined
}

/** From where a form is sent; of a visitor the device is what the client says. */
export interface SubmissionSource {
  readonly address: string
  readonly deviceSerial: string | undefined
}

/** What is known of a submission without opening it. */
export interface Submission {
  readonly submissionNumber: string
  readonly codeName: string
  readonly accountId: string | null
  readonly language: Language
  readonly termsVersion: string
  readonly marketingVersion: string | null
  readonly submittedAt: Instant
  /** The fields that have an image. */
  readonly imageFields: readonly string[]
}

/** A submission with what is in it, and the sentences that its sender agreed to. */
export interface OpenedSubmission extends Submission {
  readonly answers: readonly Answer[]
  readonly termsText: string
  readonly marketingText: string | null
}
