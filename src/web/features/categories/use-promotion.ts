import { endpointUrl } from '#contract/endpoint.ts'
import { promoteCategory, type PromotionBanner } from '#contract/promotions.ts'
import { usePages } from '#web/kit/use-pages.ts'
import type { Selection } from './filters.rules.ts'
import { type CategoryPage, titlesOf, useLastPage } from './use-category.ts'

type PromotionPage = CategoryPage & { banner: PromotionBanner }

interface PromotionRef {
  categoryId: string
  adult: boolean
}

/** A promoted collection, page by page. Its name, banner and facets stay while another selection loads. */
export function usePromotion({ categoryId, adult }: PromotionRef, { sort, filters: { year, ...rest } }: Selection) {
  const pages = usePages<PromotionPage>(
    endpointUrl(promoteCategory),
    { categoryId, adult: adult ? 1 : undefined, page: 1, sort, year: year && Number(year), ...rest },
    { enabled: categoryId !== '' },
  )
  const shown = useLastPage(categoryId, pages.data?.pages[0])
  return { ...titlesOf(pages), category: shown?.category, banner: shown?.banner, facets: shown?.facets }
}
