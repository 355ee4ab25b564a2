import { useState, type ReactNode } from 'react'
import { DEVICES_MAX } from '#contract/devices.ts'
import type { Device } from '#contract/error-codes.ts'
import { deviceList, endDevice } from '#contract/sessions.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { deviceKind, deviceLabel, deviceLabels } from '#web/kit/device-name.rules.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PhoneIcon, TvIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { LaptopIcon } from '#web/ui/feature-icons.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { lastSeen } from './seen.rules.ts'
import styles from './devices-card.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'

const ICON = { phone: PhoneIcon, tv: TvIcon, computer: LaptopIcon }

/** The signed-in devices; the others can be signed out, one by one or all at once. */
export function DevicesCard() {
  const { devices: text } = useText('account')
  const { site } = useShellText()
  const devices = useCall(deviceList, {})
  const [ending, setEnding] = useState<Device | 'others'>()
  const all = devices.data?.list ?? []
  // This device first. Safari before 16 has no `toSorted`.
  const list = [...all.filter(({ current }) => current), ...all.filter(({ current }) => !current)]
  const labels = deviceLabels(all)
  const labelOf = ({ deviceId, name }: Device) => labels.get(deviceId) ?? deviceLabel(name)
  const others = list.filter(({ current }) => !current).length

  const close = (target: Device | 'others') => setEnding((current) => (current === target ? undefined : current))

  return (
    <Panel
      title={text.title}
      aside={
        others > 1 ? (
          <button type="button" className={styles.all} onClick={() => setEnding('others')}>
            {text.endOthers}
          </button>
        ) : null
      }
    >
      {devices.isPending ? <Spinner label={site.loading} /> : null}
      {devices.isLoadingError ? (
        <ErrorPanel
          compact
          title={text.failed}
          text={devices.error.message}
          action={{ label: site.retry, onClick: () => void devices.refetch() }}
        />
      ) : null}
      <ul>
        {list.map((device) => (
          <DeviceLine key={device.deviceId} device={device} label={labelOf(device)} onEnd={() => setEnding(device)} />
        ))}
      </ul>
      {list.length > 0 ? <p className={styles.limit}>{text.limit(DEVICES_MAX)}</p> : null}
      {ending ? (
        <EndDialog
          key={ending === 'others' ? ending : ending.deviceId}
          target={ending}
          label={ending === 'others' ? '' : labelOf(ending)}
          others={others}
          onEnded={() => void devices.refetch()}
          onClose={() => close(ending)}
        />
      ) : null}
    </Panel>
  )
}

interface EndDialogProps {
  target: Device | 'others'
  /** The device's. */
  label: string
  /** The number of other devices. */
  others: number
  onEnded: () => void
  onClose: () => void
}

/** Confirms that a device, or all others, are logged out. */
function EndDialog({ target, label, others, onEnded, onClose }: EndDialogProps) {
  const { devices: text } = useText('account')
  const { language } = useCallContext()
  const ended = () => {
    onClose()
    showToast({ text: text.ended })
    onEnded()
  }
  // A device that is gone already counts as ended.
  const { submit, pending, refusal } = useSubmit(endDevice, { onSuccess: ended, on: { NOT_FOUND: ended } })
  const ofAll = target === 'others'
  return (
    <ConfirmDialog
      title={ofAll ? text.othersTitle : text.endTitle(label)}
      text={ofAll ? text.othersText(formatNumber(others, language)) : text.endText}
      confirm={ofAll ? text.endOthers : text.end}
      pending={pending}
      error={refusal?.message}
      onConfirm={() => void submit(ofAll ? { others: true } : { deviceId: target.deviceId })}
      onClose={onClose}
    />
  )
}

function DeviceLine({ device, label, onEnd }: { device: Device; label: string; onEnd: () => void }) {
  const { devices: text } = useText('account')
  const { language } = useCallContext()
  const now = useServerNow()
  const Icon = ICON[deviceKind(device.name)]
  // Beside how long ago, the time: the devices of one member are often used on the same day.
  const seen = new Set([lastSeen(device.lastSeenAt, now, language), formatInstant(device.lastSeenAt, language)])
  return (
    <li className={styles.device}>
      <Icon size={22} />
      <span className={styles.text}>
        <strong>{label}</strong>
        <span className={styles.seen}>{device.current ? text.current : text.seen(joinFacts([...seen], language))}</span>
      </span>
      {device.current ? null : (
        <Button look="text" size="s" aria-label={text.endOf(label)} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  )
}

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** The label of the button. */
  confirm: string
  onConfirm: () => void
  pending: boolean
  /** Why it was refused. */
  error: string | undefined
  onClose: () => void
}

function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, pending, error, onConfirm, onClose } = props
  const { cancel } = useText('account')
  const { site } = useShellText()
  return (
    <Dialog title={title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.confirmDialogText}>{text}</p>
      <FormError>{error}</FormError>
      <DialogActions
        main={{ label: confirm, onClick: onConfirm, busy: pending, busyText: site.busy }}
        cancel={{ label: cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
