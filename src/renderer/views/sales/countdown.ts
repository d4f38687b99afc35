/** `4:09`, `1:04:09`: hours, minutes and seconds that are left, never less than none. */
export const countdownText = (endsAt: string, now: number): string => {
  const left = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(left / 3600),
    Math.floor((left % 3600) / 60),
    left % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
