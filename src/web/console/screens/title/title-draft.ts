import type { TitleContent } from '#contract/admin/titles.ts'
import { saveDraft } from '#contract/admin/titles.ts'
import { createStore, type ReadableStore } from '#web/kit/store.ts'
import type { AdminClient } from '../../client/admin-client.ts'

export interface DraftState {
  /** Undefined until a new title has been saved once. */
  readonly programId: string | undefined
  readonly content: TitleContent
  /** The version that the draft changes; 0 for a title that was never published. */
  readonly baseVersion: number
  readonly status: 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed'
  readonly message: string
  readonly savedAt: string | undefined
}

/** A draft that saves itself, and goes on doing so when its page is left. */
export interface TitleDraft extends ReadableStore<DraftState> {
  /** The same for all its life, also once a new title has its id. */
  readonly key: string
  readonly change: (next: (content: TitleContent) => TitleContent) => void
  /** Saves now. @returns whether all is saved */
  readonly flush: () => Promise<boolean>
  /** After a publication, a merge or a restored version. A draft that is not on the server yet is saved. */
  readonly replace: (state: Pick<DraftState, 'content' | 'baseVersion'> & { isSaved: boolean }) => void
}

type Start = Pick<DraftState, 'programId' | 'content' | 'baseVersion'> & { savedAt?: string | undefined }

const SAVE_MS = 2_000
const RETRY_MS = 10_000
/** Would be refused again. */
const FINAL: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_ALLOWED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'])

/** By operator and title: what an operator has typed stays while they look at another page. */
const drafts = new Map<string, TitleDraft>()
const unsaved = new Set<TitleDraft>()
const held = new Set<TitleDraft>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const saveAll = () => void Promise.all([...unsaved].map((draft) => draft.flush()))

export const NEW_TITLE = 'new'

const nameOf = (operatorId: string, programId: string) => `${operatorId} ${programId}`

export const knownDraft = (operatorId: string, programId: string): TitleDraft | undefined =>
  drafts.get(nameOf(operatorId, programId))

export function openDraft(client: AdminClient, operatorId: string, start: Start): TitleDraft {
  const name = nameOf(operatorId, start.programId ?? NEW_TITLE)
  const known = drafts.get(name)
  if (known) return known
  const draft = createTitleDraft(client, start, {
    onDirty: (isDirty) => noteUnsaved(draft, isDirty),
    onNamed: (programId) => {
      drafts.delete(name)
      drafts.set(nameOf(operatorId, programId), draft)
    },
  })
  drafts.set(name, draft)
  return draft
}

/** While a page shows it. Afterwards it is saved, and read again next time. */
export function holdDraft(draft: TitleDraft): () => void {
  held.add(draft)
  return () => {
    held.delete(draft)
    void draft.flush().then((isSaved) => {
      if (!isSaved || held.has(draft)) return
      for (const [name, known] of drafts) if (known === draft) drafts.delete(name)
    })
  }
}

/** Closing the window asks first while anything is not saved. */
function noteUnsaved(draft: TitleDraft, isDirty: boolean): void {
  const before = unsaved.size
  if (isDirty) unsaved.add(draft)
  else unsaved.delete(draft)
  if (before === 0 && unsaved.size > 0) {
    addEventListener('beforeunload', warn)
    addEventListener('online', saveAll)
  } else if (before > 0 && unsaved.size === 0) {
    removeEventListener('beforeunload', warn)
    removeEventListener('online', saveAll)
  }
}

interface DraftEvents {
  onDirty: (isDirty: boolean) => void
  onNamed: (programId: string) => void
}

function createTitleDraft(client: AdminClient, start: Start, events: DraftEvents): TitleDraft {
  const key = crypto.randomUUID()
  /** Of a new title: saved again after a lost answer it is the same one. */
  const ownId = crypto.randomUUID()
  const store = createStore<DraftState>({ savedAt: undefined, ...start, status: 'saved', message: '' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  const { get, initial, subscribe } = store
  return { key, get, initial, subscribe, change, flush, replace }

  function change(next: (content: TitleContent) => TitleContent): void {
    const content = next(get().content)
    if (content === get().content) return
    store.set({ content })
    if (get().status === 'saved' || get().status === 'failed') store.set({ status: 'unsaved' })
    events.onDirty(true)
    later(SAVE_MS)
  }

  function replace({ isSaved, ...state }: Parameters<TitleDraft['replace']>[0]): void {
    clearTimeout(timer)
    timer = undefined
    store.set({ ...state, status: isSaved ? 'saved' : 'unsaved', message: '', savedAt: undefined })
    events.onDirty(!isSaved)
    if (!isSaved) later(0)
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => void saveOnce(), ms)
  }

  function saveOnce(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    running ??= save().finally(() => (running = undefined))
    return running
  }

  async function flush(): Promise<boolean> {
    const isSaved = await saveOnce()
    return isSaved && get().status !== 'saved' ? flush() : isSaved
  }

  async function save(): Promise<boolean> {
    const { status, content, baseVersion, programId } = get()
    if (status === 'saved') return true
    store.set({ status: 'saving' })
    const answer = await client.call(saveDraft, {
      draft: content,
      baseVersion,
      programId: programId ?? ownId,
    })
    if (answer.result === 'FAILED') {
      const isOffline = answer.errorCode === 'NETWORK'
      store.set({ status: isOffline ? 'offline' : 'failed', message: answer.message })
      if (!FINAL.has(answer.errorCode)) later(RETRY_MS)
      return false
    }
    const isCurrent = get().content === content && get().baseVersion === baseVersion
    store.set({ programId: answer.programId, savedAt: answer.savedAt, status: isCurrent ? 'saved' : 'unsaved' })
    if (programId === undefined) events.onNamed(answer.programId)
    if (isCurrent) events.onDirty(false)
    else later(SAVE_MS)
    return true
  }
}
