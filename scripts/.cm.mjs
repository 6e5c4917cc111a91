import { parseAst } from 'rolldown/parseAst';
import { readFileSync, writeFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const files = execSync('git ls-files src', { encoding: 'utf8' })
  .split('\n')
  .filter((f) => f.endsWith('.tsx') && !f.startsWith('src/inspector') && !f.startsWith('src/theme'));
function walk(n, f) {
  if (!n || typeof n !== 'object') return;
  if (Array.isArray(n)) {
    n.forEach((c) => walk(c, f));
    return;
  }
  if (n.type) f(n);
  for (const k in n) if (k !== 'parent') walk(n[k], f);
}
for (const file of files) {
  let s = readFileSync(file, 'utf8');
  const before = s;
  const imports = new Set();
  // 1 typography rules
  const map = {}; // selector -> variant
  s = s.replace(
    /\n( *)'& ((?:h[1-6])|\.[\w-]+)': \{ ?\n? *\.\.\.theme\.typography\.(\w+),?\s*([\s\S]*?)\n?\1?\},?(?=\n)/g,
    (m, ind, sel, v, rest) => {
      // one-line or multi-line object; be careful: only when the braces of rest are balanced
      const open = (rest.match(/\{/g) || []).length,
        close = (rest.match(/\}/g) || []).length;
      if (open !== close) return m;
      map[sel] = v;
      let r = rest.replace(/(^|\s)margin: 0,?(?=\s|$)/, '$1').trim();
      if (r === '') return '';
      return `\n${ind}'& ${sel}': {${r.includes('\n') ? '\n' + ind + '  ' : ' '}${r}${r.includes('\n') ? '\n' + ind : ' '}},`;
    },
  );
  // 2 containers
  const containers = {};
  const classes = new Set();
  s = s.replace(
    /const (\w+) = styled\('(\w+)'\)\(\(\{ theme \}\) => \(\{\n  \.\.\.pageWidth\(\),\n/g,
    (m, name, tag) => {
      containers[name] = tag;
      imports.add('Container');
      return `const ${name} = styled(Container)(({ theme }) => ({\n`;
    },
  );
  s = s.replace(/( *)'& (?:> )?\.([\w]+)': \{\s*\.\.\.pageWidth\(\),\s*/g, (m, ind, c) => {
    if (c === 'notSent') return m;
    classes.add(c);
    return `${ind}'& .${c}': {\n${ind}  `;
  });
  for (const [name, tag] of Object.entries(containers))
    if (tag !== 'div') {
      // keep the tag
      const i = s.indexOf(`const ${name} = styled(Container)`);
      const j = s.indexOf('\n}));', i);
      s = s.slice(0, j) + '\n})) as typeof Container;' + s.slice(j + 5);
    }
  const ast = parseAst(s, { lang: 'tsx' }, file);
  const edits = [];
  const rrImport = /import \{([^}]*)\} from 'react-router-dom';/.exec(s);
  const rr = rrImport ? rrImport[1].split(',').map((x) => x.trim()) : [];
  walk(ast, (n) => {
    if (n.type !== 'JSXElement') return;
    const o = n.openingElement;
    if (o.name.type !== 'JSXIdentifier') return;
    const tag = o.name.name;
    const cls = o.attributes.find(
      (a) => a.type === 'JSXAttribute' && a.name.name === 'className' && a.value?.type === 'Literal',
    );
    const names = cls ? cls.value.value.split(' ') : [];
    const rename = (to, extra = '') => {
      edits.push([o.name.start, o.name.end, to + extra]);
      if (n.closingElement) edits.push([n.closingElement.name.start, n.closingElement.name.end, to]);
    };
    if (/^h[1-6]$/.test(tag) && map[tag]) {
      imports.add('Typography');
      rename('Typography', ` variant="${map[tag]}"` + (map[tag] === tag ? '' : ` component="${tag}"`));
      return;
    }
    const c = names.find((x) => map['.' + x]);
    if (c && /^(p|h[1-6]|span|div)$/.test(tag)) {
      imports.add('Typography');
      const v = map['.' + c];
      const dflt = {
        subtitle1: 'p',
        body1: 'p',
        body2: 'p',
        overline: 'p',
        h1: 'h1',
        h2: 'h2',
        h3: 'h3',
        h4: 'h4',
      }[v];
      rename('Typography', ` variant="${v}"` + (dflt === tag ? '' : ` component="${tag}"`));
      return;
    }
    if (tag === 'div' && names.some((x) => classes.has(x))) {
      imports.add('Container');
      rename('Container');
      return;
    }
    if (containers[tag] && containers[tag] !== 'div') {
      edits.push([o.name.end, o.name.end, ` component="${containers[tag]}"`]);
      return;
    }
    if (tag === 'NavLink' && rr.includes('NavLink')) {
      imports.add('Link');
      rename('Link', ' component={NavLink}');
      return;
    }
    if (tag === 'Link' && rr.includes('Link')) {
      imports.add('Link');
      const to = o.attributes.find((a) => a.type === 'JSXAttribute' && a.name.name === 'to');
      if (to) edits.push([to.name.start, to.name.end, 'href']);
      return;
    }
    if (tag === 'a') {
      imports.add('Link');
      rename('Link');
    }
  });
  edits.sort((a, b) => b[0] - a[0]);
  for (const [a, b, t] of edits) s = s.slice(0, a) + t + s.slice(b);
  if (rr.includes('Link') && imports.has('Link')) {
    const left = rr.filter((x) => x !== 'Link' && x);
    s = s
      .replace(rrImport[0], left.length ? `import { ${left.join(', ')} } from 'react-router-dom';` : '')
      .replace(/^\n/, '');
  }
  if (!/pageWidth\(/.test(s)) s = s.replace(/import \{ pageWidth \} from '[^']*';\n/, '');
  if (!/\btheme\b[.)]/.test(s.replace(/\(\{ theme \}\)/g, '')))
    s = s.replace(/\(\(\{ theme \}\) => \(/g, '(() => (');
  const add = [...imports].filter((i) => !s.includes(`from '@mui/material/${i}'`)).sort();
  s = add.map((i) => `import ${i} from '@mui/material/${i}';\n`).join('') + s;
  if (s !== before) writeFileSync(file, s);
}
