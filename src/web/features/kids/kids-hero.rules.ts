import type { Banner } from '#contract/banners.ts'
import type { ProgramCard } from '#contract/programs.ts'

/** What the big picture of kids home shows. */
export interface KidsPick {
  program: ProgramCard
  /** The art for a phone held upright; empty where the wide one serves both. */
  upright: string
  /** It can be watched now, as far as is known here. */
  isReady: boolean
  /** Why it cannot be watched; empty where nothing was said. */
  reason: string
}

/**
 * The title of the big picture: the editor's first that can be watched, else the first of the first category. One that cannot be watched yet stands there
 * only when there is no other.
 */
export function kidsPick(banners: readonly Banner[], programs: readonly ProgramCard[]): KidsPick | undefined {
  const picks: KidsPick[] = [
    ...banners.flatMap(({ program, bannerImagePortrait }) =>
      program ? [pickOf(program, bannerImagePortrait, program)] : [],
    ),
    ...programs.map((program) => pickOf(program, '')),
  ]
  return picks.find(({ isReady }) => isReady) ?? picks[0]
}

const pickOf = (
  program: ProgramCard,
  upright: string,
  given: { access?: string; reasonText?: string } = {},
): KidsPick => ({
  program,
  upright,
  isReady: !program.preparing && given.access !== 'deny',
  reason: given.reasonText ?? '',
})
