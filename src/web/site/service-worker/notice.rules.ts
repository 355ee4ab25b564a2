export interface PageActivity {
  readonly path: string
  readonly isPlaying: boolean
  /** A field has the focus, or something was typed into one. */
  readonly isEditing: boolean
  readonly isInDialog: boolean
}

/** Players, payments and steps, which a reload would interrupt. */
const UNDISTURBED =
  /^\/(play|playdrama|login|forget|profile|movie-preference|monthlyfee|cryptopay|paypiont|payplaybutton|paycinema|private|subscription-result|special-sale-detail|foot-bill|giftcard|contactus|campaign-site|warrior|recode|redeemcode2?|monthlyredeemcode|hgccode(_en)?|sun-staff(-wechat)?|category\/registration)(\/|$)/i

export const mayShowNotice = ({ path, isPlaying, isEditing, isInDialog }: PageActivity): boolean =>
  !isPlaying && !isEditing && !isInDialog && !UNDISTURBED.test(path)

/** How often a page that stays open looks for a new version. */
const CHECK_EVERY_MS = 3_600_000

export const mayCheck = (lastMs: number, nowMs: number): boolean => nowMs - lastMs >= CHECK_EVERY_MS
