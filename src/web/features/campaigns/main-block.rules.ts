import type { CampaignBlock } from '#contract/campaigns.ts'

/** The block that has the page's one main button: the form, else the first links, else the code. */
export const mainBlock = (blocks: readonly CampaignBlock[]): CampaignBlock | undefined =>
  blocks.find(({ kind }) => kind === 'form') ??
  blocks.find((block) => block.kind === 'text' && block.links.length > 0) ??
  blocks.find(({ kind }) => kind === 'code')
