import { type ReactNode, useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import type { CallError, Envelope } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { Confirm } from '../../form/confirm.tsx'
import { ChooseFiles, FileDrop } from '../../form/file-drop.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { ImportIcon } from '../../widgets/icons.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Figures } from '../import/figures.tsx'
import { type ListFile, readListFile } from './list-file.ts'
import styles from './partners.module.css'

/** What a check answers, whichever list it is. */
export interface Checked {
  readonly before: number
  readonly after: number
  readonly added: number
  readonly removed: number
  readonly wrong: number
  readonly problems: readonly { readonly line: number; readonly text: string }[]
  readonly repeated: number
}

interface ListDialogProps {
  title: string
  how: string
  wrongLine: string
  file: ListFile | undefined
  onFile: (file: ListFile) => void
  /** Of the file. */
  checked: Checked | undefined
  error: Pick<CallError, 'message'> | null
  children?: ReactNode
  submit: (reason: string) => Promise<Envelope<object>>
  onClose: () => void
}

/** A file is chosen and checked, with its problems by line; then it replaces a list. */
export function ListDialog({ title, how, checked, submit, onClose, ...props }: ListDialogProps) {
  const { file: text } = useText('consolePartners')
  const shell = useShellText()
  const { language } = useCallContext()
  const [isConfirming, setConfirming] = useState(false)
  const number = (value: number) => formatNumber(value, language)
  const isReady = checked !== undefined && checked.wrong === 0 && checked.after > 0
  if (isConfirming && checked)
    return (
      <Confirm
        title={text.confirmTitle}
        text={text.confirmText(number(checked.added), number(checked.removed))}
        label={text.submit}
        word={text.word}
        isDanger
        submit={(reason) => submit(reason ?? '')}
        onDone={onClose}
        onClose={() => setConfirming(false)}
      />
    )
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.lead}>{how}</p>
        <ListFileField {...props} />
        <FormError>{props.error?.message}</FormError>
        <div aria-live="polite">
          {props.file && !checked && !props.error ? (
            <p className={styles.note} aria-busy="true">
              {text.checking}
            </p>
          ) : null}
          {checked ? (
            <Outcome checked={checked} wrongLine={props.wrongLine}>
              {props.children}
            </Outcome>
          ) : null}
        </div>
        <DialogActions
          main={{ label: text.submit, disabled: !isReady, onClick: () => setConfirming(true) }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </div>
    </Dialog>
  )
}

function ListFileField({ file, onFile }: Pick<ListDialogProps, 'file' | 'onFile'>) {
  const { file: text } = useText('consolePartners')
  const [isTooLarge, setTooLarge] = useState(false)
  const take = async ([chosen]: readonly File[]) => {
    if (!chosen) return
    const read = await readListFile(chosen)
    setTooLarge(read === undefined)
    if (read) onFile(read)
  }
  return (
    <div className={styles.source}>
      <FileDrop
        text={{ ...text, dropHint: file ? text.chosen(file.name) : text.dropHint }}
        icon={<ImportIcon size={22} />}
        onFiles={(files) => void take(files)}
      />
      <ChooseFiles accept={ACCEPTED} label={text.choose} onFiles={(files) => void take(files)} />
      {isTooLarge ? <FormError>{text.tooLarge}</FormError> : null}
    </div>
  )
}

const ACCEPTED = '.csv,.txt,.tsv,text/csv,text/plain'

/** From this share of a list on, a file may be a part of it by mistake. */
const MANY = 0.3

function Outcome({ checked, wrongLine, children }: { checked: Checked; wrongLine: string; children: ReactNode }) {
  const { file: text } = useText('consolePartners')
  const { language } = useCallContext()
  const number = (value: number) => formatNumber(value, language)
  const { before, removed, wrong, problems, repeated, after } = checked
  const isMany = wrong === 0 && after > 0 && before > 0 && removed / before >= MANY
  return (
    <div className={styles.outcome}>
      <Figures
        of={(['before', 'after', 'added', 'removed', 'wrong'] as const).map((name) => ({
          label: text.counts[name],
          value: number(checked[name]),
          isBad: name === 'wrong' && wrong > 0,
        }))}
      />
      {children}
      {repeated > 0 ? <p className={styles.note}>{text.repeated(number(repeated))}</p> : null}
      {wrong === 0 && after === 0 ? <p className={styles.note}>{text.empty}</p> : null}
      {isMany ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {text.many(number((removed / before) * 100))}
        </Notice>
      ) : null}
      {wrong > 0 ? (
        <>
          <Notice tone="warn" icon={<WarningIcon size={18} />}>
            {text.fix}
          </Notice>
          <ol className={styles.problems} aria-label={text.problems}>
            {problems.map(({ line, text: given }) => (
              <li key={line}>
                <b>{text.line(number(line))}</b> <code>{given}</code> <span>{wrongLine}</span>
              </li>
            ))}
          </ol>
          {wrong > problems.length ? (
            <p className={styles.note}>{text.morePrompt(number(wrong - problems.length))}</p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
