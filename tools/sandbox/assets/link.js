// The page of a payment link: it opens the checkout for the link's order.
(() => {
  const part = (id) => document.getElementById(id);
  const said = {
    paid: 'This link is paid. Thank you.',
    expired: 'This link is over. Nothing can be paid by it any more.',
    cancelled: 'This link was cancelled. Nothing can be paid by it any more.',
  };

  /** Opens the checkout, once it is known what for. */
  let open = () => undefined;

  async function load() {
    const response = await fetch('../checkout/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: location.pathname.split('/').pop() }),
    });
    if (!response.ok) {
      part('said').textContent = 'There is no such payment link.';
      return;
    }
    const link = await response.json();
    part('amount').textContent = `₹${(link.amount / 100).toFixed(2)}`;
    part('description').textContent = link.description ?? '';
    part('said').textContent = said[link.status] ?? '';
    part('pay').hidden = link.status !== 'created';
    open = () =>
      new window.Razorpay({
        key: link.key,
        order_id: link.order_id,
        amount: link.amount,
        currency: link.currency,
        name: 'Payment link',
        description: link.description,
        prefill: link.customer,
        handler: load,
      }).open();
  }

  part('pay').addEventListener('click', () => open());
  void load();
})();
