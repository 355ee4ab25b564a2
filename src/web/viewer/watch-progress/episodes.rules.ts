export type EpisodeRef = { readonly programGuid: string; readonly preparing: boolean }

export function episodeAfter<E extends EpisodeRef>(list: readonly E[], programGuid: string): E | undefined {
  const at = indexOf(list, programGuid)
  return at < 0 ? undefined : list.slice(at + 1).find(({ preparing }) => !preparing)
}

export function episodeBefore<E extends EpisodeRef>(list: readonly E[], programGuid: string): E | undefined {
  const before = list.slice(0, Math.max(0, indexOf(list, programGuid))).filter(({ preparing }) => !preparing)
  return before[before.length - 1]
}

const indexOf = (list: readonly EpisodeRef[], guid: string) => list.findIndex(({ programGuid }) => programGuid === guid)
