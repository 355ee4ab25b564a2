import { request } from 'node:http'

/**
 * Requests that read and write, many at once, of a service without a catalogue: each answer is one of its own. They come from many addresses of this
 * computer, so that limits by address are not what is tried. Ends with 1 after a fault, and prints it.
 */
const [origin = ''] = process.argv.slice(2)
const REQUESTS = 2_000
const AT_ONCE = 40
const ADDRESSES = 500

interface Call {
  readonly path: string
  readonly body?: object
}

const CALLS: readonly ((n: number) => Call)[] = [
  // Fixed plans, and a list for each language.
  (n) => ({ path: `/api_v2/revamp/tabBars?language=${n % 2 ? 'zh_HK' : 'en_US'}&n=${n}` }),
  (n) => ({ path: `/api_v2/revamp/search?keyword=film${n}&language=en_US` }),
  // Counts the try in a transaction: another number each time.
  (n) => ({
    path: '/api/login.action',
    body: { mobileno: String(91_000_000 + n), areaCode: '852', password: 'wrong-one' },
  }),
  (n) => ({
    path: '/api/register2.action',
    body: { mobileno: String(92_000_000 + n), areaCode: '852', agreeTerms: true, agreePrivacy: true },
  }),
]

/** @returns status and text */
const send = (n: number, { path, body }: Call): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const sent = request(
      origin + path,
      {
        method: body ? 'POST' : 'GET',
        localAddress: `127.0.${1 + Math.floor((n % ADDRESSES) / 250)}.${1 + (n % 250)}`,
        headers: { 'content-type': 'application/json', 'x-client-context': `deviceSerial=a${n}&deviceModel=Chrome` },
      },
      (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => (received += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: received }))
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

const statuses: Record<string, Record<string, number>> = {}
const faults: string[] = []
let next = 0
const work = async () => {
  while (next < REQUESTS) {
    const n = next++
    const call = CALLS[n % CALLS.length]!(n)
    const began = performance.now()
    const { status, text } = await send(n, call)
    const of = (statuses[call.path.split('?', 1)[0]!] ??= {})
    of[status] = (of[status] ?? 0) + 1
    if (status >= 500 || status === 404)
      faults.push(`${call.path}: ${status} after ${Math.round(performance.now() - began)} ms: ${text.slice(0, 200)}`)
  }
}
const began = performance.now()
await Promise.all(Array.from({ length: AT_ONCE }, work))
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
console.log(
  `${REQUESTS} requests, ${AT_ONCE} at once, in ${seconds} s, by call and status: ${JSON.stringify(statuses)}`,
)
for (const fault of faults.slice(0, 20)) console.log(`FAULT ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
