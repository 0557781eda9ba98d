import { z } from 'zod'

/**
 * A date without a time, as a person means one: from 1900 to 2999. ISO 8601 and PostgreSQL disagree about the year 0, and
 * what is typed digit by digit passes through the first century.
 */
export const calendarDay = z.iso.date().refine((day) => day >= '1900' && day < '3000', 'is not from 1900 to 2999')
