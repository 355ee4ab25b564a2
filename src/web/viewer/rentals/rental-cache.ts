import type { QueryClient } from '@tanstack/react-query'
import { userInfo, userProfile } from '#contract/accounts.ts'
import { listHomeBanner } from '#contract/banners.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { order } from '#contract/playback.ts'
import { detail, revampDetail } from '#contract/programs.ts'
import { tvodPurchasedList } from '#contract/rentals.ts'
import { wallet, walletStatement } from '#contract/wallet.ts'
import { queriesOf } from '#web/kit/query-cache.ts'

const BALANCES: readonly Endpoint[] = [wallet, walletStatement, userProfile, userInfo]
const OFFERS: readonly Endpoint[] = [revampDetail, detail, listHomeBanner, tvodPurchasedList]

export function refreshAfterPurchase(queries: QueryClient): void {
  for (const endpoint of [...BALANCES, ...OFFERS]) void queries.invalidateQueries(queriesOf(endpoint))
  queries.removeQueries(queriesOf(order))
}

export function refreshBalances(queries: QueryClient): void {
  for (const endpoint of BALANCES) void queries.invalidateQueries(queriesOf(endpoint))
  void queries.resetQueries(queriesOf(order))
}
