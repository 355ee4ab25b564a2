import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import {
  ANSWER_MAX,
  answer as sendAnswer,
  CASE_KINDS,
  type CaseKind,
  close,
  handle,
  image as readImage,
  list as listCases,
  open as openCase,
  reopen,
  templates,
} from '#contract/admin/contact.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EyeIcon } from '#web/ui/feature-icons.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { LockIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { readKey, useRead } from '../../client/use-read.ts'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { SelectFilter } from '../../table/filters.tsx'
import { ContactIcon } from '../../widgets/icons.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { When } from '../../widgets/when.tsx'
import { Due } from './due.tsx'
import styles from './contact.module.css'

type Opened = AdminOutputOf<typeof openCase>

/** Opening is on record: the answer is kept while the page is, and read again once something has changed. */
function useCase(caseNumber: string) {
  const client = useAdminClient()
  const queries = useQueryClient()
  const queryKey = [...readKey(openCase), caseNumber]
  const { data, error, refetch } = useQuery<Opened, CallError>({
    queryKey,
    queryFn: ({ signal }) => client.callOrThrow(openCase, { caseNumber }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const readAgain = async () => {
    void queries.invalidateQueries({ queryKey: readKey(listCases) })
    await refetch()
  }
  return { data, error, readAgain }
}

/** One case: who wrote what, and the answer. */
export function ContactCase() {
  const { case: text } = useText('consoleContact')
  const { pathname } = useLocation()
  const caseNumber = pathParams(PATHS.contactCase, plainPath(pathname))?.caseNumber ?? ''
  const { data, error, readAgain } = useCase(caseNumber)
  if (data) return <Shown key={data.caseNumber} opened={data} readAgain={readAgain} />
  return (
    <NoRecord
      read={{ error, refetch: readAgain }}
      icon={<ContactIcon size={22} />}
      action={{ label: text.all, href: href(PATHS.contact) }}
    />
  )
}

interface CaseProps {
  opened: Opened
  readAgain: () => Promise<void>
}

function Shown({ opened, readAgain }: CaseProps) {
  const { case: text, states } = useText('consoleContact')
  const { caseNumber, state } = opened
  return (
    <Page
      title={text.title(caseNumber)}
      note={
        <span className={styles.head}>
          <Pill tone={state === 'open' ? 'warn' : state === 'answered' ? 'ok' : 'plain'} hasDot>
            {states[state]}
          </Pill>
          <Due {...opened} />
        </span>
      }
      actions={<CloseButton opened={opened} readAgain={readAgain} />}
    >
      <Notice icon={<LockIcon size={18} />}>{state === 'closed' ? text.closedNote : text.audited}</Notice>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={text.message} note={<When at={opened.sentAt} />}>
            <p className={styles.content} dir="auto">
              {opened.content}
            </p>
            {opened.hasImage ? <Picture caseNumber={caseNumber} /> : null}
          </Panel>
          <Answers answers={opened.answers} />
          <AnswerForm opened={opened} readAgain={readAgain} />
        </div>
        <div className={styles.column}>
          <Handling opened={opened} readAgain={readAgain} />
          <Sender opened={opened} />
        </div>
      </div>
    </Page>
  )
}

/** Ends or reopens a case; either can be taken back at once. */
function CloseButton({ opened: { caseNumber, version, state }, readAgain }: CaseProps) {
  const { case: text } = useText('consoleContact')
  const shell = useShellText()
  const closing = useChange(close)
  const opening = useChange(reopen)
  const isClosed = state === 'closed'
  const put = async (closes: boolean, seen: number | undefined) => {
    const answer = await (closes ? closing : opening).submit({ caseNumber, version: seen })
    if (answer.result === 'FAILED')
      showToast({ text: answer.errorCode === 'VERSION_CONFLICT' ? text.changed : answer.message })
    else
      showToast({
        text: closes ? text.closed : text.reopened,
        action: { label: text.undo, onClick: () => void put(!closes, undefined) },
        stayMs: 10_000,
      })
    await readAgain()
  }
  return (
    <Button
      busy={closing.pending || opening.pending}
      busyText={shell.busy}
      onClick={() => void put(!isClosed, version)}
    >
      {isClosed ? text.reopen : text.close}
    </Button>
  )
}

/** On record as well: it is read when it is asked for. */
function Picture({ caseNumber }: { caseNumber: string }) {
  const { case: text } = useText('consoleContact')
  const shell = useShellText()
  const client = useAdminClient()
  const [source, setSource] = useState<string>()
  const { run, pending } = useAction(async () => {
    const answer = await client.call(readImage, { caseNumber })
    if (answer.result === 'FAILED') showToast({ text: answer.message })
    else setSource(`data:${answer.contentType};base64,${answer.content}`)
  })
  return source === undefined ? (
    <p className={styles.picture}>
      <Button icon={<EyeIcon size={16} />} busy={pending} busyText={shell.busy} onClick={() => void run(undefined)}>
        {text.showImage}
      </Button>
      <span className={styles.minor}>{text.imageNote}</span>
    </p>
  ) : (
    <img className={styles.image} src={source} alt={text.imageAlt} />
  )
}

function Answers({ answers }: Pick<Opened, 'answers'>) {
  const { case: text } = useText('consoleContact')
  return (
    <Panel title={text.answers}>
      {answers.length === 0 ? <p className={styles.nothing}>{text.noAnswers}</p> : null}
      <ol className={styles.answers}>
        {answers.map(({ text: written, at, by }) => (
          <li key={at}>
            <p className={styles.minor}>
              {by === null ? text.byCommand : text.answeredBy(by)} · <When at={at} />
            </p>
            <p className={styles.written} dir="auto">
              {written}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Begins with the template of its kind, in the language of the sender. */
function AnswerForm({ opened, readAgain }: CaseProps) {
  const { case: text, kinds, languages } = useText('consoleContact')
  const shell = useShellText()
  const { caseNumber, version, kind, language } = opened
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [replacement, setReplacement] = useState<string>()
  const { data } = useRead(templates, {})
  const sending = useChange(sendAnswer)
  const closing = useChange(close)
  useUnsaved(typed.trim() !== '')
  const send = async (isLast: boolean) => {
    if (typed.trim() === '' || sending.pending) return
    const answer = await sending.submit({ caseNumber, version, text: typed })
    if (answer.result === 'FAILED') {
      setError(answer.errorCode === 'VERSION_CONFLICT' ? text.changed : answer.message)
      if (answer.errorCode === 'VERSION_CONFLICT') await readAgain()
      return
    }
    setError(undefined)
    setTyped('')
    showToast({ text: text.sent })
    if (isLast) {
      const closed = await closing.submit({ caseNumber, version: answer.version })
      showToast({ text: closed.result === 'FAILED' ? closed.message : text.closed })
    }
    await readAgain()
  }
  const useTemplate = () => {
    const found = data?.list.find((one) => one.kind === kind)?.text[language]
    if (found === undefined) return
    if (typed.trim() === '') setTyped(found)
    else setReplacement(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send(false)
  }
  return (
    <Panel title={text.answerIn(languages[language])} note={<span className={styles.minor}>Ctrl + Enter</span>}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the field in it */}
      <div className={styles.answerForm} onKeyDown={onKeyDown}>
        <div lang={htmlLang(language)}>
          <TextAreaField
            name="answer"
            label={text.answer}
            hint={text.answerHint}
            rows={9}
            maxLength={ANSWER_MAX}
            value={typed}
            error={error}
            onChange={setTyped}
          />
        </div>
        <div className={styles.actions}>
          <Button
            look="primary"
            busy={sending.pending}
            busyText={shell.busy}
            disabled={typed.trim() === ''}
            onClick={() => void send(false)}
          >
            {text.send}
          </Button>
          <Button disabled={typed.trim() === '' || sending.pending} onClick={() => void send(true)}>
            {text.sendAndClose}
          </Button>
          <Button className={styles.last} disabled={data === undefined} onClick={useTemplate}>
            {text.templateOf(kinds[kind])}
          </Button>
        </div>
      </div>
      {replacement === undefined ? null : (
        <Dialog title={text.replaceDraft} closeLabel={shell.close} onClose={() => setReplacement(undefined)}>
          <p className={styles.question}>{text.replaceText}</p>
          <DialogActions
            main={{
              label: text.replace,
              onClick: () => {
                setTyped(replacement)
                setReplacement(undefined)
              },
            }}
            cancel={{ label: shell.cancel, onClick: () => setReplacement(undefined) }}
          />
        </Dialog>
      )}
    </Panel>
  )
}

/** What the case is about, which moves its due time, and whose it is. */
function Handling({ opened: { caseNumber, version, kind, owner }, readAgain }: CaseProps) {
  const { case: text, kinds, kind: label, owner: ownerLabel, owners } = useText('consoleContact')
  const shell = useShellText()
  const me = useMe()
  const { submit, pending } = useChange(handle)
  const isMine = owner !== null && owner.operatorId === me?.operator.operatorId
  const change = async (what: { kind?: CaseKind; isMine?: boolean }, done: string) => {
    const answer = await submit({ caseNumber, version, ...what })
    if (answer.result === 'SUCCESS') showToast({ text: done })
    else showToast({ text: answer.errorCode === 'VERSION_CONFLICT' ? text.changed : answer.message })
    await readAgain()
  }
  return (
    <Panel title={text.handling}>
      <div className={styles.handling}>
        <SelectFilter
          label={label}
          value={kind}
          isRequired
          options={CASE_KINDS.map((each) => [each, kinds[each]])}
          onChange={(next) => void change({ kind: next as CaseKind }, text.kindSaved(kinds[next as CaseKind]))}
        />
        <p>
          <span className={styles.minor}>{ownerLabel}</span> <strong>{owner?.name ?? owners.none}</strong>
        </p>
        <Button
          busy={pending}
          busyText={shell.busy}
          onClick={() => void change({ isMine: !isMine }, isMine ? text.givenBack : text.taken)}
        >
          {isMine ? text.giveBack : text.take}
        </Button>
      </div>
    </Panel>
  )
}

function Sender({ opened }: Pick<CaseProps, 'opened'>) {
  const { case: text, languages, columns } = useText('consoleContact')
  const { language } = useCallContext()
  const shell = useShellText()
  const { accountId, name, phone, email, loginAccount, device } = opened
  const facts = [
    [text.name, name],
    [text.email, email],
    [text.phone, phone],
    [text.loginAccount, loginAccount],
    [text.device, device],
    [columns.language, languages[opened.language]],
  ] as const
  return (
    <Panel
      title={text.sender}
      note={
        accountId === null ? (
          <span className={styles.minor}>{text.noAccount}</span>
        ) : (
          <a className={styles.link} href={href(`${PATHS.customers}/${accountId}`)}>
            {text.openAccount}
          </a>
        )
      }
    >
      <dl className={styles.facts} lang={htmlLang(language)}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value || shell.none}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
