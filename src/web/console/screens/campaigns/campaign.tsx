import { useId, useState } from 'react'
import { find, list, save } from '#contract/admin/content.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EyeIcon, SparklesIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { BringBackDialog } from '../../content/bring-back-dialog.tsx'
import { ContentState } from '../../content/content-state.tsx'
import { localName } from '../../content/names.ts'
import type { RecordValues } from '../../content/record-form.rules.ts'
import type { Content } from '../../content/use-content.ts'
import { WithdrawDialog } from '../../content/withdraw-dialog.tsx'
import { Conflict } from '../../form/conflict.tsx'
import { useEditorKeys } from '../../form/use-editor-keys.ts'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { useHeadFields } from './block-fields.ts'
import { Blocks, EditingContext, PartFields } from './blocks.tsx'
import { useCampaignText } from './campaign-text.ts'
import { NEW_CAMPAIGN, stateOf } from './campaigns.tsx'
import styles from './campaigns.module.css'

const EMPTY: RecordValues = {
  codeName: '',
  title: { zh_HK: '', en_US: '' },
  regions: [],
  art: 'art',
  blocks: [],
  withdrawn: false,
}

/** One campaign page. */
export function Campaign() {
  const text = useText('consoleCampaigns')
  const { pathname } = useLocation()
  const codeName = pathParams(PATHS.campaign, plainPath(pathname))?.codeName ?? NEW_CAMPAIGN
  const isNew = codeName === NEW_CAMPAIGN
  const found = useRead(find, { kind: 'campaign', id: codeName }, { enabled: !isNew })
  // What is typed stays when another operator saves: the save says so.
  const [held, setHeld] = useState<Content>()
  const [own, setOwn] = useState<number>()
  const fresh = found.isFetchedAfterMount && found.data?.id === codeName ? found.data : undefined
  if (fresh && (held?.id !== fresh.id || (fresh.version !== held.version && fresh.version === own))) setHeld(fresh)
  const discard = (theirs: Content) => {
    setHeld(theirs)
    setOwn(theirs.version)
    // With the names of its titles, unless it has changed once more.
    void found.refetch().then(({ data }) => {
      if (data?.version === theirs.version) setHeld(data)
    })
  }
  const saving = { onSaved: setOwn, onDiscard: discard }
  if (isNew) return <CampaignEditor key={codeName} content={undefined} {...saving} />
  if (held?.id === codeName) return <CampaignEditor key={`${held.id} ${held.version}`} content={held} {...saving} />
  return (
    <NoRecord
      read={found}
      icon={<SparklesIcon size={22} />}
      title={text.missing}
      action={{ label: text.toList, href: href(PATHS.campaigns) }}
    />
  )
}

const PREVIEW = lazyScreen(async () => (await import('../../preview/preview-dialog.tsx')).PreviewDialog)

interface CampaignEditorProps {
  content: Content | undefined
  /** The version of one's own that is read next. */
  onSaved: (version: number) => void
  /** The version of another operator, which is kept. */
  onDiscard: (theirs: Content) => void
}

function CampaignEditor({ content, onSaved, onDiscard }: CampaignEditorProps) {
  const text = useText('consoleCampaigns')
  const shared = useText('consoleContent')
  const { open: preview } = useText('consolePreview')
  const shell = useShellText()
  const { language } = useCallContext()
  const [asked, setAsked] = useState<Asked>()
  const { record, set, problems, error, isDirty, pending, send, meanwhile, saveMerged, discard } = useCampaign({
    content,
    onSaved,
    onDiscard,
  })
  const unsavedId = useId()
  const say = useCampaignText(content?.names ?? {})
  const [now] = useState(() => serverNow())
  const head = useHeadFields().filter(({ isOnceOnly }) => !content || !isOnceOnly)
  const part = { value: record, path: '', onChange: set }
  const isWithdrawn = content?.record.withdrawn === true
  const mayPreview = !isWithdrawn && record.codeName !== ''
  useEditorKeys({
    onSave: () => pending || meanwhile || void send(record),
    onPreview: () => void (mayPreview && setAsked('preview')),
  })
  return (
    <Page
      title={content ? localName(content.record.title, language) : text.add}
      note={content ? <ContentState state={stateOf(content.record, now)} /> : null}
      actions={
        <>
          {isWithdrawn ? null : (
            <Button icon={<EyeIcon size={16} />} disabled={!mayPreview} onClick={() => setAsked('preview')}>
              {preview}
            </Button>
          )}
          {content ? (
            <Button
              disabled={isDirty}
              aria-describedby={isDirty ? unsavedId : undefined}
              onClick={() => setAsked(isWithdrawn ? 'bringBack' : 'withdraw')}
            >
              {isWithdrawn ? shared.bringBack : shared.withdraw}
            </Button>
          ) : null}
          <Button
            look="primary"
            busy={pending}
            busyText={shell.busy}
            disabled={!isDirty || meanwhile !== undefined}
            onClick={() => void send(record)}
          >
            {shell.save}
          </Button>
        </>
      }
    >
      {content ? <p className={styles.by}>{shared.changedBy(actorName(content.updatedBy), content.id)}</p> : null}
      {content && isDirty ? (
        <p id={unsavedId} className={styles.by}>
          {shared.unsavedFirst}
        </p>
      ) : null}
      {meanwhile ? (
        <Conflict
          versions={{ base: content?.record ?? EMPTY, mine: record, theirs: meanwhile.current }}
          fields={PARTS.map((name) => ({
            name,
            label: text.conflictParts[name] ?? name,
            format: (value) => say(name, value),
          }))}
          by={actorName(meanwhile.by)}
          at={meanwhile.at}
          pending={pending}
          error={error}
          onSave={saveMerged}
          onDiscard={discard}
        />
      ) : (
        <div className={styles.editor}>
          <FormError>{error}</FormError>
          <EditingContext value={{ names: content?.names ?? {}, problems }}>
            <Panel title={text.head}>
              <div className={styles.body}>
                <PartFields {...part} fields={head} texts={text.page} />
              </div>
            </Panel>
            <Panel title={text.blocks} note={text.blocksNote}>
              <div className={styles.body}>
                <Blocks {...part} />
              </div>
            </Panel>
          </EditingContext>
        </div>
      )}
      {asked === 'preview' ? <CampaignPreview record={record} onClose={() => setAsked(undefined)} /> : null}
      {asked && asked !== 'preview' && content ? (
        <CampaignDialog asked={asked} content={content} onSaved={onSaved} onClose={() => setAsked(undefined)} />
      ) : null}
    </Page>
  )
}

type Asked = 'withdraw' | 'bringBack' | 'preview'

/** As it is typed: nothing is saved. */
function CampaignPreview({ record, onClose }: { record: RecordValues; onClose: () => void }) {
  const { language } = useCallContext()
  const codeName = String(record.codeName)
  return (
    <PREVIEW.Screen
      name={localName(record.title, language) || codeName}
      path={`/campaign-site?codeName=${encodeURIComponent(codeName)}`}
      drafts={async () => ({ draftIds: [], campaign: { ...record } })}
      onClose={onClose}
    />
  )
}

interface CampaignDialogProps {
  asked: Exclude<Asked, 'preview'>
  content: Content
  onSaved: (version: number) => void
  onClose: () => void
}

function CampaignDialog({ asked, content, onSaved, onClose }: CampaignDialogProps) {
  const text = useText('consoleCampaigns')
  const done = (version: number) => {
    onSaved(version)
    onClose()
  }
  const { record, version } = content
  if (asked === 'bringBack')
    return <BringBackDialog kind="campaign" record={record} version={version} onClose={onClose} onDone={done} />
  return (
    <WithdrawDialog
      kind="campaign"
      content={content}
      consequence={text.withdraw(content.counts.submissions ?? 0)}
      onClose={onClose}
      onDone={() => done(version + 1)}
    />
  )
}

const PARTS = [
  'title',
  'kicker',
  'lead',
  'audience',
  'endedText',
  'startsAt',
  'endsAt',
  'regions',
  'programId',
  'art',
  'image',
  'blocks',
]

type SavedMeanwhile = Extract<Failure, { errorCode: 'VERSION_CONFLICT' }>

function useCampaign({ content, onSaved, onDiscard }: CampaignEditorProps) {
  const text = useText('consoleCampaigns')
  const shared = useText('consoleContent')
  const navigate = useNavigate()
  const [record, setRecord] = useState<RecordValues>(content?.record ?? EMPTY)
  const [{ problems, error }, setRefusal] = useState<{ problems: Record<string, string>; error?: string }>({
    problems: {},
  })
  const [meanwhile, setMeanwhile] = useState<SavedMeanwhile>()
  const { submit, pending } = useChange(save, { invalidates: [list, find] })
  const [isSaved, setSaved] = useState(false)
  const isDirty = !isSaved && JSON.stringify(record) !== JSON.stringify(content?.record ?? EMPTY)
  useUnsaved(isDirty)
  return { record, set, problems, error, isDirty, pending, send, meanwhile, saveMerged, discard }

  function set(next: RecordValues): void {
    setRecord(next)
    setSaved(false)
    setRefusal({ problems: {} })
  }

  async function send(next: RecordValues, version = content?.version ?? 0): Promise<void> {
    const answer = await submit({ kind: 'campaign', records: [{ ...next }], versions: [version] })
    if (answer.result === 'SUCCESS') {
      setSaved(true)
      onSaved(answer.versions[0] ?? 0)
      setMeanwhile(undefined)
      showToast({ text: shared.saved })
      navigate(PATHS.campaign.replace(':codeName', String(next.codeName)), { replace: true })
      return
    }
    if (answer.errorCode === 'VERSION_CONFLICT') return setMeanwhile(answer)
    const problems = { ...answer.fields }
    const count = Object.keys(problems).length
    const sentences = Object.values(problems).slice(0, 3).join(' ')
    setRefusal({ problems, error: count === 0 ? answer.message : text.wrong(count, sentences) })
  }

  function saveMerged(merged: RecordValues): void {
    if (!meanwhile) return
    const { version, ...current } = meanwhile.current
    void send({ ...current, ...merged }, Number(version))
  }

  function discard(): void {
    if (content && meanwhile) {
      const { version, ...current } = meanwhile.current
      onDiscard({
        ...content,
        record: current,
        version: Number(version),
        updatedAt: meanwhile.at,
        updatedBy: meanwhile.by,
      })
    }
    setMeanwhile(undefined)
    if (!content) setRecord(EMPTY)
  }
}
