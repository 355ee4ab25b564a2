import { MIX_ROWS } from '#contract/categories.ts'

/** Every call that reads the catalogue, each with the questions that it can be asked. */
export const CATALOGUE_REQUESTS: Record<string, Record<string, string>[]> = {
  '/api_v2/revamp/tabBars': [{}, { recommendType: '0' }],
  '/api_v2/revamp/categoryList': ['staff-picks', 'kids', 'movie-new', 'drama-new'].map((categoryId) => ({
    categoryId,
  })),
  '/api_v2/revamp/mixProgramList': [
    ...MIX_ROWS.map((row) => ({ row })),
    ...MIX_ROWS.map((row) => ({ row, page: '2', pageSize: '1' })),
  ],
  '/api_v2/revamp/listHomeBanner': [{ place: 'ad' }, { place: 'billboard', tabId: '1' }],
  '/api_v2/revamp/detail': [{ programId: 'ferry' }],
  '/api_v2/detail': [{ programId: 'ferry' }],
  '/api_v2/seasonDetail': [{ programId: 'ferry', season: '2' }],
  '/api_v2/similarRcmd': [{ programId: 'ferry' }],
  '/api_v2/getRecommendation': [{}],
  '/api_v2/search/popular': [{}],
  '/api/homePopupAd.action': [{}],
}
