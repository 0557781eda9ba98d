import { expect, test } from 'vitest'
import { csvLine } from '@/lib/exchange/formats/csv/write-csv'

test.each([
  [['plain', '日本語', null], 'plain,日本語,\r\n'],
  [['a,b', 'say "yes"', 'two\nlines'], '"a,b","say ""yes""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@cmd', '\tx'], "'=1+1,'+1,'-1,'@cmd,'\tx\r\n"],
  [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"\r\n`],
  [['1-1', 'a=b', ''], '1-1,a=b,\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
