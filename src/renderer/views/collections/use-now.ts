import { useEffect, useState } from 'react'

/** The time, told again every minute: what counts down is written in minutes at the finest. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
