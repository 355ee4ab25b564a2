import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { type ContentKind, list } from '#contract/admin/content.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { type AdminClient, useAdminClient } from '../client/admin-client.ts'
import { type ListState, readKey, useList } from '../client/use-read.ts'

export type Content = AdminOutputOf<typeof list>['list'][number]

export interface ContentFilter {
  readonly text?: string | undefined
  readonly withdrawn?: boolean | undefined
  readonly parent?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

const PAGE = 200
/** More than that is not shown at once, nor copied. */
const ALL_MAX = 2_000

export const useContentList = (kind: ContentKind, filter: ContentFilter = {}): ListState<Content> =>
  useList(list, { filter: { kind, ...filter }, sort: 'place', limit: PAGE })

/** Every record of a filter: what a select offers, what a day has. */
export function useAllContent(
  kind: ContentKind,
  filter: ContentFilter = {},
  enabled = true,
): UseQueryResult<readonly Content[], CallError> {
  const client = useAdminClient()
  return useQuery<readonly Content[], CallError>({
    queryKey: [...readKey(list), 'all', kind, filter],
    queryFn: ({ signal }) => readAll(client, { kind, ...filter }, signal),
    enabled,
    staleTime: 0,
  })
}

async function readAll(
  client: AdminClient,
  filter: ContentFilter & { kind: ContentKind },
  signal: AbortSignal,
): Promise<readonly Content[]> {
  const found: Content[] = []
  let after: string | undefined
  do {
    const input = { filter, limit: PAGE, ...(after !== undefined && { after }) }
    const page = await client.callOrThrow(list, input, { signal })
    found.push(...page.list)
    after = page.next ?? undefined
  } while (after !== undefined && found.length < ALL_MAX)
  return found
}

/** After all that there are. */
export const nextPosition = (rows: readonly Content[] | undefined): number =>
  Math.max(0, ...(rows ?? []).map(({ record }) => Number(record.position))) + 1

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** As the server makes them. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ALPHABET[byte & 31]).join('')
