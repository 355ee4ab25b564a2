/** What a page is doing, as far as a reload would disturb it. */
export interface PageActivity {
  /** The router's path. */
  readonly path: string
  /** A video plays with sound. */
  readonly isPlaying: boolean
  /** A field has the focus, or something was typed into one. */
  readonly isEditing: boolean
  /** A dialog is open. */
  readonly isInDialog: boolean
}

/** Screens on which a reload would interrupt: the players, and those of payments and of steps that follow each other. */
const UNDISTURBED =
  /^\/(play|playdrama|login|forget|profile|movie-preference|monthlyfee|cryptopay|paypiont|payplaybutton|paycinema|private|subscription-result|special-sale-detail|foot-bill|giftcard|contactus|campaign-site|warrior|recode|redeemcode2?|monthlyredeemcode|hgccode(_en)?|sun-staff(-wechat)?|category\/registration)(\/|$)/i

/** Whether the notice of a new version may be shown: never during play, nor in the middle of a form. */
export const mayShowNotice = ({ path, isPlaying, isEditing, isInDialog }: PageActivity): boolean =>
  !isPlaying && !isEditing && !isInDialog && !UNDISTURBED.test(path)

/** How often a page that stays open looks for a new version. */
const CHECK_EVERY_MS = 3_600_000

/** Whether it is time to look for a new version: when the page comes back into sight, at most once an hour. */
export const mayCheck = (lastMs: number, nowMs: number): boolean => nowMs - lastMs >= CHECK_EVERY_MS
