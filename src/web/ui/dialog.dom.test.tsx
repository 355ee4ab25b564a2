import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog, type DialogProps } from './dialog.tsx'

type Given = Partial<DialogProps> & { onClosed?: () => void }

/** A page with a button that opens the dialog, and the dialog's two buttons. */
function Page({ onClosed, children = <Buttons />, ...props }: Given) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen ? (
        <Dialog
          title="Title"
          closeLabel="Close"
          {...props}
          onClose={() => {
            onClosed?.()
            setOpen(false)
          }}
        >
          {children}
        </Dialog>
      ) : null}
    </>
  )
}

function Buttons() {
  return (
    <>
      <button type="button">first</button>
      <button type="button">second</button>
    </>
  )
}

async function openDialog(props: Given = {}) {
  const user = userEvent.setup()
  render(<Page {...props} />)
  await user.click(screen.getByRole('button', { name: 'open' }))
  return user
}

const button = (name: string) => screen.getByRole('button', { name })
const showModal = HTMLDialogElement.prototype.showModal

beforeEach(() => {
  // The simulated DOM has no layout: every element counts as shown.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList)
})
afterEach(() => {
  vi.restoreAllMocks()
  HTMLDialogElement.prototype.showModal = showModal
})

test('opens as a modal dialog named by its title', async () => {
  await openDialog()
  const dialog = screen.getByRole('dialog', { name: 'Title' })
  expect((dialog as HTMLDialogElement).open).toBe(true)
  expect(dialog.getAttribute('aria-modal')).toBe('true')
})

test('focus goes to the title when no field takes it', async () => {
  await openDialog()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Title' }))
})

test('focus goes to the field that takes it', async () => {
  await openDialog({ children: <input aria-label="code" data-autofocus="" /> })
  expect(document.activeElement).toBe(screen.getByLabelText('code'))
})

test('Tab goes round inside the dialog', async () => {
  const user = await openDialog()
  for (const name of ['first', 'second', 'Close', 'first']) {
    await user.tab()
    expect(document.activeElement).toBe(button(name))
  }
})

test('Shift+Tab goes from the first element to the last', async () => {
  const user = await openDialog()
  await user.tab()
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(button('Close'))
})

test.each([
  ['Esc', (user) => user.keyboard('{Escape}')],
  ['the close button', (user) => user.click(button('Close'))],
  ['the backdrop', (user) => user.click(screen.getByRole('dialog'))],
] satisfies [string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>][])(
  '%s closes the dialog and focus returns',
  async (_, close) => {
    const onClosed = vi.fn()
    const user = await openDialog({ onClosed })
    await close(user)
    expect(onClosed).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button('open'))
  },
)

test('a click inside does not close the dialog', async () => {
  const onClosed = vi.fn()
  const user = await openDialog({ onClosed })
  await user.click(screen.getByRole('heading', { name: 'Title' }))
  expect(onClosed).not.toHaveBeenCalled()
})

test('a busy dialog cannot be closed', async () => {
  const onClosed = vi.fn()
  const user = await openDialog({ onClosed, busy: true })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('dialog'))
  expect(onClosed).not.toHaveBeenCalled()
})

test('the page is locked until the last dialog is closed', async () => {
  const { rerender } = render(<Both inner />)
  expect(document.documentElement.dataset.locked).toBe('')
  rerender(<Both inner={false} />)
  expect(document.documentElement.dataset.locked).toBe('')
  rerender(<></>)
  expect(document.documentElement.dataset.locked).toBeUndefined()
})

function Both({ inner }: { inner: boolean }) {
  const props = { closeLabel: 'Close', onClose: () => {}, children: null }
  return (
    <>
      <Dialog title="outer" {...props} />
      {inner ? <Dialog title="inner" {...props} /> : null}
    </>
  )
}

test('a browser without showModal gets a dialog that traps focus and closes with Esc', async () => {
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  const onClosed = vi.fn()
  const user = await openDialog({ onClosed })
  expect(screen.getByRole('dialog').hasAttribute('open')).toBe(true)
  for (const name of ['first', 'second', 'Close', 'first']) {
    await user.tab()
    expect(document.activeElement).toBe(button(name))
  }
  await user.keyboard('{Escape}')
  expect(onClosed).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button('open'))
})

test('a dialog that opened with the page gives the focus to the content of the page', async () => {
  function Opened() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <main id="main" tabIndex={-1} />
        {isOpen ? (
          <Dialog title="Title" closeLabel="Close" onClose={() => setOpen(false)}>
            <Buttons />
          </Dialog>
        ) : null}
      </>
    )
  }
  const user = userEvent.setup()
  render(<Opened />)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('main')).toBe(document.activeElement)
})
