/** An episode as far as its neighbours need it. */
export type EpisodeRef = { readonly programGuid: string; readonly preparing: boolean }

/** The next playable episode of the list; episodes that are not encoded yet are skipped. */
export function episodeAfter<E extends EpisodeRef>(list: readonly E[], programGuid: string): E | undefined {
  const at = indexOf(list, programGuid)
  return at < 0 ? undefined : list.slice(at + 1).find(({ preparing }) => !preparing)
}

/** The previous playable episode of the list. */
export function episodeBefore<E extends EpisodeRef>(list: readonly E[], programGuid: string): E | undefined {
  const before = list.slice(0, Math.max(0, indexOf(list, programGuid))).filter(({ preparing }) => !preparing)
  return before[before.length - 1]
}

const indexOf = (list: readonly EpisodeRef[], guid: string) => list.findIndex(({ programGuid }) => programGuid === guid)
