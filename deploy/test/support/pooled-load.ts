/** Requests that read and write, many at once, of a service without a catalogue: each answer is one of its own. Ends with 1 after a fault. */
const [origin = ''] = process.argv.slice(2)
const REQUESTS = 2_000
const AT_ONCE = 40

const CALLS = [
  // Fixed plans, and a list for each language.
  (n: number) => fetch(`${origin}/api_v2/revamp/tabBars?language=${n % 2 ? 'zh_HK' : 'en_US'}&n=${n}`),
  (n: number) => fetch(`${origin}/api_v2/search?keyword=film${n}&language=en_US`),
  // Counts the try in a transaction: another number each time.
  (n: number) =>
    post('/api/login.action', { mobileno: String(91_000_000 + n), areaCode: '852', password: 'wrong-one' }),
  (n: number) =>
    post('/api/register2.action', {
      mobileno: String(92_000_000 + n),
      areaCode: '852',
      agreeTerms: true,
      agreePrivacy: true,
    }),
]

const post = (path: string, body: object) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-context': 'deviceSerial=a&deviceModel=Chrome' },
    body: JSON.stringify(body),
  })

const statuses: Record<string, number> = {}
let next = 0
const work = async () => {
  while (next < REQUESTS) {
    const n = next++
    const response = await CALLS[n % CALLS.length]!(n)
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work))
console.log(`${REQUESTS} requests, ${AT_ONCE} at once, by status: ${JSON.stringify(statuses)}`)
process.exitCode = Object.keys(statuses).some((status) => Number(status) >= 500) ? 1 : 0
