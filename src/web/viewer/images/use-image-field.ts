import { useEffect, useRef, useState } from 'react'
import { IMAGE_RULE, uploadImage } from '#contract/image-uploads.ts'
import { useApiClient } from '#web/kit/api-client.ts'
import { formatFileSize, refusedFile } from '#web/kit/uploads.rules.ts'
import { useText } from '#web/kit/text.ts'
import { readImage, writeImage } from './kept-image.rules.ts'

interface ImageValue {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

type Upload = { kind: 'sending'; file: File; share: number } | { kind: 'failed'; file: File }

const MAX = formatFileSize(IMAGE_RULE.maxBytes)

export function useImageField({ name, value, error, onChange }: ImageValue) {
  const text = useText('images')
  const { upload, problem, choose, stop, setProblem } = useUpload(onChange)
  const image = readImage(value)
  const state = upload ? ofUpload() : image ? ofImage(image) : ({ kind: 'none' } as const)
  return {
    isSending: upload?.kind === 'sending',
    field: {
      name,
      accept: IMAGE_RULE.types.join(','),
      hint: text.limits(MAX),
      error: problem ?? error,
      state,
      labels: text,
      onChoose: (file: File) => void choose(file),
      onStop: stop,
      onRemove: () => {
        stop()
        onChange('')
      },
      onRetry: () => void (upload && choose(upload.file)),
      onMissing: () => {
        onChange('')
        setProblem(text.gone)
      },
    },
  }

  function ofUpload() {
    const { file } = upload!
    if (upload!.kind === 'failed') return { kind: 'failed', name: file.name, note: text.failed } as const
    const percent = Math.round(upload!.share * 100)
    const note = percent < 100 ? text.sending(percent) : text.processing
    return { kind: 'sending', name: file.name, share: upload!.share, note } as const
  }

  function ofImage({ name, imageURL, bytes, metadataRemoved }: NonNullable<typeof image>) {
    const note = text.uploaded(formatFileSize(bytes))
    return {
      kind: 'kept',
      name,
      url: imageURL,
      note,
      extra: metadataRemoved ? text.metadataRemoved : undefined,
    } as const
  }
}

/** One upload at a time; leaving the screen ends it. */
function useUpload(onChange: (value: string) => void) {
  const text = useText('images')
  const client = useApiClient()
  const [upload, setUpload] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return { upload, problem, choose, stop, setProblem }

  function stop(): void {
    running.current?.abort()
    running.current = undefined
    setUpload(undefined)
    setProblem(undefined)
  }

  async function choose(chosen: File): Promise<void> {
    stop()
    if (refusedFile(IMAGE_RULE, chosen) === 'wrongType') return setProblem(text.wrongType)
    const controller = new AbortController()
    running.current = controller
    const file = await fitting(chosen, controller.signal)
    if (!file) return
    onChange('')
    setUpload({ kind: 'sending', file, share: 0 })
    const onProgress = (share: number) => running.current === controller && setUpload({ kind: 'sending', file, share })
    const answer = await client
      .upload(uploadImage, { image: file }, { signal: controller.signal, onProgress })
      .catch(() => undefined)
    if (running.current !== controller) return
    running.current = undefined
    if (answer?.result === 'SUCCESS') {
      const { imageToken, imageURL, bytes, metadataRemoved } = answer
      onChange(writeImage({ imageToken, imageURL, bytes, metadataRemoved, name: file.name }))
      return setUpload(undefined)
    }
    const { errorCode, fields, message } = answer ?? {}
    setUpload(fields ? undefined : { kind: 'failed', file })
    setProblem(errorCode === 'PAYLOAD_TOO_LARGE' ? tooLarge(file) : (fields?.['image'] ?? message ?? text.failed))
  }

  /** Undefined when it cannot be made small enough, or another was chosen meanwhile. */
  async function fitting(chosen: File, signal: AbortSignal): Promise<File | undefined> {
    if (!refusedFile(IMAGE_RULE, chosen)) return chosen
    setUpload({ kind: 'sending', file: chosen, share: 0 })
    const file = await shrinkImage(chosen)
    if (signal.aborted) return undefined
    setUpload(undefined)
    if (!refusedFile(IMAGE_RULE, file)) return file
    setProblem(tooLarge(chosen))
    return undefined
  }

  function tooLarge(file: File): string {
    return text.tooLarge(formatFileSize(file.size), MAX)
  }
}

/** In pixels: the server keeps none larger. */
const SIDE_MAX = 2048
const QUALITY = 0.85

/** The file itself where this browser cannot read it as an image, or nothing is gained. */
async function shrinkImage(file: File): Promise<File> {
  const smaller = await encodeSmaller(file).catch(() => undefined)
  return smaller && smaller.size < file.size ? smaller : file
}

async function encodeSmaller(file: File): Promise<File | undefined> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob ? new File([blob], file.name, { type: blob.type }) : undefined
}
