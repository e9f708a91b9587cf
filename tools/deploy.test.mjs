// The files for deployment: Kubernetes knows their form, and the program knows the settings they name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (/** @type {string} */ file) => readFileSync(path.join(ROOT, file), 'utf8');

/** @typedef {{ apiVersion: string, kind: string, [name: string]: any }} Manifest */

/** @returns {Manifest[]} */
const manifests = () => parseAllDocuments(read('deploy/kubernetes/plumbline.yaml')).map((one) => one.toJS());

/** Throws if the manifest does not fit the schema of its kind. @param {Manifest} manifest */
async function validate(manifest) {
  const { [manifest.kind]: Model } = await import(`kubernetes-models/${manifest.apiVersion}`);
  expect(Model, `${manifest.apiVersion} has no ${manifest.kind}`).toBeDefined();
  new Model(manifest).validate();
}

test('the Kubernetes manifests fit the schemas of their kinds', async () => {
  expect(manifests().map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Deployment', 'Service', 'Ingress', 'ConfigMap']),
  );
  for (const manifest of manifests()) await validate(manifest);
  const web = manifests().find(({ kind }) => kind === 'Deployment');
  await expect(validate({ ...web, spec: { ...web?.spec, replicas: 'two' } })).rejects.toThrow(/replicas/u);
  await expect(validate({ ...web, spec: { ...web?.spec, selector: undefined } })).rejects.toThrow(/selector/u);
});

test('Services, probes and selectors refer to what the Deployments have', () => {
  const pods = manifests().flatMap(({ kind, spec }) => (kind === 'Deployment' ? [spec] : []));
  for (const { selector, template } of pods) {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    for (const { ports, startupProbe, readinessProbe, livenessProbe } of template.spec.containers)
      for (const probe of [startupProbe, readinessProbe, livenessProbe])
        expect(ports.map((/** @type {{ name: string }} */ port) => port.name)).toContain(probe.httpGet.port);
  }
  const labels = pods.map(({ template }) => template.metadata.labels);
  for (const { kind, spec } of manifests()) {
    if (kind === 'Service') expect(labels).toContainEqual(spec.selector);
    if (kind === 'PodDisruptionBudget') expect(labels).toContainEqual(spec.selector.matchLabels);
  }
});

const SETTINGS = new Set(
  [...read('packages/server/src/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gmu)].map(([, name]) => name),
);
/** Used by the deployment itself. */
const OTHERS = [
  'DEMO_PACK',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'POSTGRES_PASSWORD',
  'PLUMBLINE_HOST',
  'PLUMBLINE_UPSTREAM',
];

test.each([
  ['deploy/example.env', /^([A-Z][A-Z0-9_]+)=/gmu],
  ['deploy/systemd/plumbline.env', /^([A-Z][A-Z0-9_]+)=/gmu],
  ['deploy/systemd/plumbline.service', /(?:Environment=| )([A-Z][A-Z0-9_]+)=/gmu],
  ['deploy/compose.yaml', /\$\{([A-Z][A-Z0-9_]+)/gu],
  ['deploy/compose.caddy.yaml', /\$\{([A-Z][A-Z0-9_]+)/gu],
  ['deploy/kubernetes/plumbline.yaml', /(?:^ {2}|--from-literal=)([A-Z][A-Z0-9_]+)[:=]/gmu],
])('%s names settings of the program', (file, pattern) => {
  const named = [...read(file).matchAll(pattern)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !SETTINGS.has(name) && !OTHERS.includes(name))).toEqual([]);
});

test('the compose files fit together', () => {
  const [base, caddy] = ['compose.yaml', 'compose.caddy.yaml'].map((file) =>
    parse(read(`deploy/${file}`), { merge: true, logLevel: 'error' }),
  );
  for (const name of caddy.services.proxy.depends_on) expect(base.services).toHaveProperty(name);
  const images = [base, caddy].flatMap(({ services }) => Object.values(services).flatMap(({ image }) => image ?? []));
  // Every image but our own has a version.
  expect(images.filter((image) => image !== 'plumbline' && !/:v?\d/u.test(image))).toEqual([]);
  const port = /\{\$PLUMBLINE_UPSTREAM:([^}]+)\}/u.exec(read('deploy/caddy/Caddyfile'))?.[1];
  expect(port).toBe('127.0.0.1:8420');
});
