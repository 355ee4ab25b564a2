import type { Banner } from '#contract/banners.ts'
import type { FocalPoint } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'

export interface KidsPick {
  program: ProgramCard
  /** Empty when the wide image serves both. */
  upright: string
  /** Kept in view when the screen crops. */
  focus: FocalPoint | undefined
  focusUpright: FocalPoint | undefined
  preview: string | undefined
  /** Playable now, as far as the card tells. */
  isReady: boolean
  /** Without a decision of the viewer: the hero's button plays it. */
  plays: boolean
  /** Why it is not playable; empty without a reason. */
  reason: string
}

/** The first playable banner, else the first title of the first category; unplayable ones only without an alternative. */
export function kidsPick(banners: readonly Banner[], programs: readonly ProgramCard[]): KidsPick | undefined {
  const picks: KidsPick[] = [
    ...banners.flatMap((banner) => (banner.program ? [pickOf(banner.program, banner, banner.program)] : [])),
    ...programs.map((program) => pickOf(program)),
  ]
  return picks.find(({ isReady }) => isReady) ?? picks[0]
}

const pickOf = (
  program: ProgramCard,
  banner?: Pick<Banner, 'bannerImagePortrait' | 'bannerPreview' | 'focus' | 'focusPortrait'>,
  given: { access?: string; reasonText?: string } = {},
): KidsPick => ({
  program,
  upright: banner?.bannerImagePortrait ?? '',
  focus: banner?.focus,
  focusUpright: banner?.focusPortrait,
  preview: banner?.bannerPreview,
  plays: !program.preparing && given.access === 'play',
  isReady: !program.preparing && given.access !== 'deny',
  reason: given.reasonText ?? '',
})
