import { expect, test } from 'vitest';
import { isSupported } from './browsers.ts';

const chrome = (version: number, more = '') =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36${more}`;
const iPhone = (name: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${name} Mobile/15E148 Safari/604.1`;

test.each([
  [chrome(60), true],
  [chrome(59), false],
  [chrome(79, ' Edg/79.0.309.43'), true],
  [chrome(80, ' Edg/78.0'), false],
  [chrome(70, ' Edge/18.17763'), false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:56.0) Gecko/20100101 Firefox/56.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:55.0) Gecko/20100101 Firefox/55.0', false],
  [iPhone('Version/11.0'), true],
  [iPhone('Version/10.1'), false],
  [iPhone('CriOS/60.0'), true],
  [iPhone('CriOS/59.0'), false],
  [iPhone('FxiOS/9.0'), true],
  [iPhone('FxiOS/8.3'), false],
  ['Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko', false],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Mobile/14E277',
    false,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13) AppleWebKit/604.1 (KHTML, like Gecko) Version/11.0 Safari/604.1',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11) AppleWebKit/602.1 (KHTML, like Gecko) Version/10.0 Safari/602.1',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36',
    true,
  ],
  ['Something new', false],
])('%s: %s', (userAgent, supported) => {
  expect(isSupported(userAgent)).toBe(supported);
});
