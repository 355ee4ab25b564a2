import type { Banner } from '#contract/banners.ts'
import type { FocalPoint } from '#contract/categories.ts'
import type { ProgramCard } from '#contract/programs.ts'

/** The hero of kids home. */
export interface KidsPick {
  program: ProgramCard
  /** The image for portrait screens; empty when the wide one serves both. */
  upright: string
  /** What stays in sight of the wide image and of the upright one when the screen crops them. */
  focus: FocalPoint | undefined
  focusUpright: FocalPoint | undefined
  /** Playable now, as far as the card tells. */
  isReady: boolean
  /** Why it is not playable; empty without a reason. */
  reason: string
}

/**
 * The title of the hero: the first playable banner, else the first title of the first category. A title that is not playable yet is
 * used only without an alternative.
 */
export function kidsPick(banners: readonly Banner[], programs: readonly ProgramCard[]): KidsPick | undefined {
  const picks: KidsPick[] = [
    ...banners.flatMap((banner) => (banner.program ? [pickOf(banner.program, banner, banner.program)] : [])),
    ...programs.map((program) => pickOf(program)),
  ]
  return picks.find(({ isReady }) => isReady) ?? picks[0]
}

const pickOf = (
  program: ProgramCard,
  banner?: Pick<Banner, 'bannerImagePortrait' | 'focus' | 'focusPortrait'>,
  given: { access?: string; reasonText?: string } = {},
): KidsPick => ({
  program,
  upright: banner?.bannerImagePortrait ?? '',
  focus: banner?.focus,
  focusUpright: banner?.focusPortrait,
  isReady: !program.preparing && given.access !== 'deny',
  reason: given.reasonText ?? '',
})
