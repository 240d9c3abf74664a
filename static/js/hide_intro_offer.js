// The first positions are offered once: a page that was kept from before may still show the offer.

const offered = document.querySelector("[data-first]");

const hide = () => {
  offered.hidden = /(^|; )(first|game)=/.test(document.cookie);
};

hide();
addEventListener("pageshow", hide); // come back to
