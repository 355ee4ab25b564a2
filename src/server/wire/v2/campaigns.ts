import * as endpoints from '#contract/campaigns.ts'
import type { Campaign, CampaignBlock } from '#contract/campaigns.ts'
import { bind } from '../bind.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { ShownCampaign } from '#server/domains/campaigns/index.ts'
import { wireInstant } from '../instants.ts'
import { previewOf } from './image-previews.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

export const campaigns = bind(endpoints, ({ campaigns, cards, images }) => ({
  campaign: {
    handler: async (viewer, { codeName }) => {
      const page = toCampaign(await campaigns.show(viewer, codeName))
      return { ...page, imagePreview: await previewOf(images, page.imageURL) }
    },
    overlay: campaignOverlay(cards),
  },

  campaignSubmit: async (viewer, draft, { address, context }) => {
    const { deviceSerial } = context
    return { submissionNumber: await campaigns.submit(viewer, { address, deviceSerial }, draft) }
  },
}))

const toCampaign = ({ startsAt, endsAt, blocks, ...campaign }: ShownCampaign): Campaign => ({
  ...campaign,
  ...(startsAt && { startsAt: wireInstant(startsAt) }),
  ...(endsAt && { endsAt: wireInstant(endsAt) }),
  blocks: blocks as CampaignBlock[],
})

type Blocks = { blocks: CampaignBlock[] }

function campaignOverlay(cards: Parameters<typeof createViewerStateOverlays>[0]) {
  const { load, view, apply } = createViewerStateOverlays(cards).list
  return {
    load: (viewer: Parameters<typeof load>[0], input: unknown, output: Blocks | undefined) =>
      load(viewer, input, output && { list: cardsOf(output) }),
    view: (
      viewer: Parameters<typeof view>[0],
      { output, titles }: { output: Blocks; titles: Parameters<typeof view>[1]['titles'] },
      state: Parameters<typeof view>[2],
    ) => view(viewer, { output: { list: cardsOf(output) }, titles }, state),
    apply(output: Blocks, shown: ReturnType<typeof view>): Blocks {
      const { list } = apply({ list: cardsOf(output) }, shown)
      const marked = new Map(list.map((card) => [card.programId, card]))
      const mark = (card: ProgramCard) => marked.get(card.programId) ?? card
      return { blocks: output.blocks.map((block) => withCards(block, mark)) }
    },
  }
}

const cardsOf = ({ blocks }: Blocks): ProgramCard[] =>
  blocks.flatMap((block) => (block.kind === 'rows' ? block.list : block.kind === 'video' ? [block.program] : []))

function withCards(block: CampaignBlock, mark: (card: ProgramCard) => ProgramCard): CampaignBlock {
  if (block.kind === 'rows') return { ...block, list: block.list.map(mark) }
  return block.kind === 'video' ? { ...block, program: mark(block.program) } : block
}
