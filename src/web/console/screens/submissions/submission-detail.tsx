import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import {
  image as readImage,
  list as listSubmissions,
  open as openSubmission,
  remove,
} from '#contract/admin/submissions.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { EyeIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { readKey } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './submissions.module.css'

export type SubmissionRow = AdminOutputOf<typeof listSubmissions>['list'][number]
type Opened = AdminOutputOf<typeof openSubmission>

/** Closed until the operator has said why; the reason is that of its pictures too. */
export function SubmissionDetail({ submission }: { submission: SubmissionRow }) {
  const { show: text } = useText('consoleSubmissions')
  const client = useAdminClient()
  const queries = useQueryClient()
  const { submissionNumber } = submission
  const [opened, setOpened] = useState<{ submission: Opened; reason: string }>()
  const [isAsking, setAsking] = useState(false)
  if (opened) return <Answers {...opened} />
  return (
    <div className={styles.detail}>
      <div className={styles.line}>
        <Button icon={<EyeIcon size={16} />} onClick={() => setAsking(true)}>
          {text.button}
        </Button>
        <span className={styles.minor}>{text.note}</span>
        <Removal submissionNumber={submissionNumber} />
      </div>
      {isAsking ? (
        <Confirm
          title={text.title(submissionNumber)}
          text={text.text}
          label={text.button}
          submit={async (reason = '') => {
            const answer = await client.call(openSubmission, { submissionNumber, reason })
            if (answer.result === 'SUCCESS') {
              void queries.invalidateQueries({ queryKey: readKey(listSubmissions) })
              setOpened({ submission: answer, reason })
            }
            return answer
          }}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

function Answers({ submission, reason }: { submission: Opened; reason: string }) {
  const text = useText('consoleSubmissions')
  const { submissionNumber, accountId, answers, imageFields, termsText, marketingText } = submission
  const labelOf = (field: string) => answers.find(({ name }) => name === field)?.label ?? field
  return (
    <div className={styles.detail}>
      <dl className={styles.answers} aria-label={text.answers}>
        {answers.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd dir="auto">{value || text.unanswered}</dd>
          </div>
        ))}
        <div>
          <dt>{text.agreed}</dt>
          <dd>{termsText}</dd>
        </div>
        {marketingText === null ? null : (
          <div>
            <dt>{text.agreedMarketing}</dt>
            <dd>{marketingText}</dd>
          </div>
        )}
      </dl>
      {imageFields.map((field) => (
        <Picture key={field} {...{ submissionNumber, field, reason }} label={labelOf(field)} />
      ))}
      <div className={styles.line}>
        {accountId === null ? null : (
          <Button look="text" href={href(`${PATHS.customers}/${accountId}`)}>
            {text.openAccount}
          </Button>
        )}
        <Removal submissionNumber={submissionNumber} />
      </div>
    </div>
  )
}

/** On record as well: it is read when it is asked for. */
function Picture({ label, ...picture }: { submissionNumber: string; field: string; reason: string; label: string }) {
  const { image: text } = useText('consoleSubmissions')
  const shell = useShellText()
  const client = useAdminClient()
  const [source, setSource] = useState<string>()
  const { run, pending } = useAction(async () => {
    const answer = await client.call(readImage, picture)
    if (answer.result === 'FAILED') showToast({ text: answer.message })
    else setSource(`data:${answer.contentType};base64,${answer.content}`)
  })
  return source === undefined ? (
    <div className={styles.line}>
      <Button icon={<EyeIcon size={16} />} busy={pending} busyText={shell.busy} onClick={() => void run(undefined)}>
        {text.show(label)}
      </Button>
    </div>
  ) : (
    <img className={styles.image} src={source} alt={text.alt(label)} />
  )
}

function Removal({ submissionNumber }: { submissionNumber: string }) {
  const { remove: text } = useText('consoleSubmissions')
  const [isAsking, setAsking] = useState(false)
  const { submit } = useChange(remove, { invalidates: [listSubmissions] })
  return (
    <>
      <Button look="text" onClick={() => setAsking(true)}>
        {text.button}
      </Button>
      {isAsking ? (
        <Confirm
          title={text.title(submissionNumber)}
          text={text.text}
          label={text.button}
          isDanger
          word={text.word}
          submit={(reason = '') => submit({ submissionNumber, reason })}
          onDone={() => {
            setAsking(false)
            showToast({ text: text.done })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
