import { copyCandidate, createCopyCheck } from './copy.rules.ts'
import { frameCount } from './ladder.rules.ts'
import type { EncodePlan, SourceFacts } from './media-model.ts'
import type { Transcoder } from './ports.ts'

/** Whether the source's frames already are those of the plan's largest rung. Reads the whole file. */
export async function isCopyable(plan: EncodePlan, facts: SourceFacts, transcoder: Transcoder): Promise<boolean> {
  const rung = copyCandidate(facts, plan.video)
  if (!rung) return false
  const { stream, frameRate, gopFrames } = plan.video
  const { startSeconds } = facts
  const check = createCopyCheck({ frameRate, gopFrames, maxKbps: rung.maxKbps, startSeconds })
  await transcoder.packets(plan.source, stream, check.add)
  return check.fits(frameCount(plan))
}
